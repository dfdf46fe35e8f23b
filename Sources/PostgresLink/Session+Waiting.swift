internal import Sockets

// How a session waits for what it asked: all of it try, wait, try again.
extension Session {
    nonisolated(nonsending)
        func finishExchange(copying rows: nonisolated(nonsending) () async throws -> Void = {}) async throws
    {
        var isReady = false
        while true {
            switch advance(isReady: isReady) {
            case .finished: return
            case .reading: try await loop.wait(for: .readable, on: descriptor)
            case .sending: try await waitForBoth()
            case .copying: try await rows()
            }
            isReady = true
        }
    }

    private func advance(isReady: Bool) -> SessionState.Progress {
        let (progress, notices, handler) = state.withLock { state in
            let progress = state.advance(isReady: isReady)
            // libpq has closed the descriptor by itself.
            if state.connection?.descriptor != descriptor { loop.forget(descriptor) }
            return (progress, state.connection?.takeNotices() ?? [], state.noticeHandler)
        }
        for notice in notices { handler?(notice) }
        return progress
    }

    /// The server may stop reading until somebody reads what it sends, so a long pipeline waits for either.
    nonisolated(nonsending)
        func waitForBoth() async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { [loop, descriptor] group in
            group.addTask { try await loop.wait(for: .readable, on: descriptor) }
            group.addTask { try await loop.wait(for: .writable, on: descriptor) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Stops what runs on the server, and reads its answers to the end, so that the session can be used again; if that
    /// does not succeed soon, the session is closed. A cancelled task can wait no more, so another one does it.
    func abandonExchange() async {
        let cleaning = Task(executorPreference: loop) { try await self.cancelOnServer() }
        let isClean = (try? await cleaning.value) ?? false
        if !isClean { state.withLock { letGo(&$0) } }
    }

    private func cancelOnServer() async throws -> Bool {
        try state.withLock { (state) throws(DatabaseError) in try state.abandonCopy() }
        for _ in 0..<Limits.cancelAttempts {
            guard let request = state.withLock({ $0.connection?.cancelRequest() }) else { return false }
            try await Offload.shared.get().run { request.send() }
            do {
                try await withTimeout(Limits.cancelPatience, on: loop) { try await self.finishExchange() }
                return takeExchange().isFatal ? false : try await absorbCancel()
            } catch is TimedOut {
                continue
            }
        }
        return false
    }

    /// A request to cancel may come after the answer, and must not meet the next statement. One round trip later it has come.
    private func absorbCancel() async throws -> Bool {
        _ = try queue { (state) throws(DatabaseError) in try state.begin([]) }
        try await withTimeout(Limits.cancelPatience, on: loop) { try await self.finishExchange() }
        return !takeExchange().isFatal
    }
}
