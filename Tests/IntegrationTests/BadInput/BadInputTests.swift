import Foundation
import MockPostgrest
import PostgresLink
import Sockets
import Synchronization
import TestSupport
import Testing

/// Tens of thousands of requests that are wrong in every way, at a server of their own, whose whole data must be the same
/// afterwards. The seed is printed; `BAD_INPUT_SEED=… swift test --filter BadInput` repeats a run.
@Suite("Bad input")
struct BadInputTests {
    private static let answers = 20_000
    private static let connections = 8
    /// Requests sent at once on a connection, of which only the last may end it.
    private static let batch = 16

    @Test("is answered with errors, and neither breaks the server nor changes data")
    func flood() async throws {
        let seed = ProcessInfo.processInfo.environment["BAD_INPUT_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
        print("Bad input: BAD_INPUT_SEED=\(seed)")
        try await Turnstile.clusters.pass {
            var configuration = SharedServer.sampleConfiguration
            // Nobody signs up here: data is to stay as it is.
            configuration.auth.signupEnabled = false
            configuration.auth.anonymousSignInsEnabled = false
            let shared = try SharedServer(try await MockServer.start(configuration))
            let token = try await shared.request(
                "POST", "/auth/v1/token?grant_type=password", body: #"{"email":"sora@sniffmeet.example","password":"walkies!"}"#)
            #expect(token.status == 200)
            let before = try await shared.checksums()
            let start = ContinuousClock.now
            let tally = try await throwRequests(at: shared, seed: seed)
            print("Bad input: \(tally.statuses.values.reduce(0, +)) answers in \(ContinuousClock.now - start): \(tally.summary)")

            #expect(tally.serverErrors.isEmpty, "seed \(seed)")
            for error in tally.serverErrors.values.prefix(10) { Issue.record("\(error)") }
            #expect(try await shared.checksums() == before)
            #expect(try await shared.request("GET", "/health").status == 200)
            #expect(try await shared.request("GET", "/rest/v1/user_info").text == "[]")
            await shared.stop()
        }
    }

    private func throwRequests(at shared: SharedServer, seed: UInt64) async throws -> Tally {
        let served = Count()
        return try await withThrowingTaskGroup(of: Tally.self) { group in
            for connection in 0..<Self.connections {
                group.addTask {
                    var mutator = Mutator(seed: seed &+ UInt64(connection) &* 0x1_0000_0001, key: shared.server.keys.anonKey)
                    var tally = Tally()
                    while served.value.load(ordering: .relaxed) < Self.answers {
                        let requests = (1..<Self.batch).map { _ in mutator.wellFramed() } + [mutator.broken()]
                        let answers = try await Self.answers(to: requests, at: shared.address)
                        served.value.add(answers.count, ordering: .relaxed)
                        for (index, answer) in answers.enumerated() {
                            tally.add(answer, to: requests[min(index, requests.count - 1)])
                        }
                    }
                    return tally
                }
            }
            return try await group.reduce(into: Tally()) { $0.merge($1) }
        }
    }

    /// Sends everything, and reads until the server closes.
    private static func answers(to requests: [[UInt8]], at address: Address) async throws -> [[UInt8]] {
        let socket = try await Socket.connect(to: address, on: TestCluster.loop, within: .seconds(10))
        defer { socket.close() }
        var bytes: [UInt8] = []
        do {
            // A connection that is refused in the middle may be reset.
            async let sent: Void = send(requests, over: socket)
            while case let more = try await socket.receive(within: .seconds(20)), !more.isEmpty { bytes += more }
            try? await sent
        } catch is TimedOut {
            throw Silence(requests: requests.map { String(decoding: $0, as: UTF8.self) })
        } catch {}
        return bytes.answers
    }

    private static func send(_ requests: [[UInt8]], over socket: Socket) async throws {
        for request in requests { try await socket.send(request, within: .seconds(20)) }
        socket.shutdown(.sending)
    }

    private struct Silence: Error {
        var requests: [String]
    }
}

private final class Count: Sendable {
    let value = Atomic(0)
}

/// What came back.
private struct Tally: Sendable {
    var statuses: [Int: Int] = [:]
    /// Answers with an undocumented 5xx, one of each kind, with their requests.
    var serverErrors: [String: String] = [:]

    var summary: String { statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") }

    mutating func add(_ answer: [UInt8], to request: [UInt8]) {
        let text = String(decoding: answer, as: UTF8.self)
        let status = Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0
        statuses[status, default: 0] += 1
        // 501: what is not emulated yet; 505: another version of HTTP.
        guard status >= 500, status != 501, status != 505 || !text.contains("\r\n\r\n") else { return }
        // What PostgreSQL refuses with a status of 5xx by PostgREST's table: a view that cannot be written, nesting, a time-out,
        // two rows with one key.
        guard !["55000", "54001", "57014", "21000"].contains(where: { text.contains("\"code\":\"\($0)\"") }) else { return }
        let kind = text.split(separator: "\r\n\r\n", maxSplits: 1).last.map { $0.prefix(60) } ?? ""
        serverErrors["\(status) \(kind)"] = "\(String(decoding: request, as: UTF8.self))\n→ \(text)"
    }

    mutating func merge(_ other: Tally) {
        statuses.merge(other.statuses, uniquingKeysWith: +)
        serverErrors.merge(other.serverErrors) { $1 }
    }
}

extension [UInt8] {
    /// The responses one behind the other, cut where a status line begins: exact enough for statuses, since no body here holds one.
    fileprivate var answers: [[UInt8]] {
        let mark = Array("HTTP/1.1 ".utf8)
        var starts: [Int] = []
        var index = 0
        while index + mark.count <= count {
            if self[index] == mark[0], self[index..<index + mark.count].elementsEqual(mark) { starts.append(index) }
            index += 1
        }
        return zip(starts, starts.dropFirst() + [count]).map { Array(self[$0..<$1]) }
    }
}

extension SharedServer {
    /// A hash of every row of every table that the application or a service owns.
    fileprivate func checksums() async throws -> [String: String] {
        let tables = try await database.withSession { session in
            let result = try await session.run(
                """
                SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'auth', 'storage', 'supabase_migrations') ORDER BY 1, 2
                """)
            return (0..<result.rowCount).map { QualifiedName(result.text($0, 0) ?? "", result.text($0, 1) ?? "") }
        }
        var sums: [String: String] = [:]
        for table in tables {
            sums["\(table.schema).\(table.name)"] = try await value(
                "SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM \(table) t")
        }
        return sums
    }
}
