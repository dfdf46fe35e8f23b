import PostgresLink
import Sockets
import TestSupport
import Testing

@Suite struct CopyTests {
    @Test("copies rows in, from memory and from a stream")
    func copies() async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP TABLE t (a int, b text)")
            let result = try await session.copyIn("COPY t FROM STDIN", data: Array("1\tä\n2\t\\N\n".utf8))
            #expect(result.commandTag == "COPY 2")
            let rows = AsyncStream<[UInt8]> { continuation in
                for number in 3...100_000 { continuation.yield(Array("\(number)\trow\n".utf8)) }
                continuation.finish()
            }
            #expect(try await session.copyIn("COPY t (a, b) FROM STDIN", data: rows).commandTag == "COPY 99998")
            #expect(try await session.run("SELECT count(*), sum(a) FROM t").text(0, 1) == "5000050000")
            #expect(try await session.copyIn("COPY t FROM STDIN", data: []).commandTag == "COPY 0")
        }
    }

    @Test("copies 20 MB in one piece")
    func large() async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP TABLE t (a text)")
            let row = String(repeating: "x", count: 1023) + "\n"
            let data = Array(String(repeating: row, count: 20_480).utf8)
            #expect(try await session.copyIn("COPY t FROM STDIN", data: data).commandTag == "COPY 20480")
        }
    }

    @Test("a bad row, a failing source and a missing table leave nothing behind, and the session usable")
    func fails() async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP TABLE t (a int)")
            await #expect { try await session.copyIn("COPY t FROM STDIN", data: Array("1\nx\n".utf8)) } throws: { error in
                guard case DatabaseError.server(let error) = error else { return false }
                return error.sqlState == "22P02" && error.context?.contains("line 2") == true
            }
            struct Broken: Error {}
            let source = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield(Array("1\n".utf8))
                continuation.finish(throwing: Broken())
            }
            await #expect(throws: Broken.self) { try await session.copyIn("COPY t FROM STDIN", data: source) }
            await #expect { try await session.copyIn("COPY nowhere FROM STDIN", data: []) } throws: {
                ($0 as? DatabaseError)?.sqlState == "42P01"
            }
            #expect(try await session.run("SELECT count(*) FROM t").text(0, 0) == "0")
        }
    }

    @Test("COPY without rows in a script is an error; rows that nobody wants are dropped")
    func scripts() async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP TABLE t (a int)")
            await #expect { try await session.runScript("SELECT 1; COPY t FROM STDIN; SELECT 2") } throws: {
                ($0 as? DatabaseError)?.sqlState == "57014"
            }
            let results = try await session.runScript("COPY (SELECT generate_series(1, 100000)) TO STDOUT; SELECT 3")
            #expect(results.last?.text(0, 0) == "3")
            #expect(try await session.run("SELECT 4").text(0, 0) == "4")
        }
    }

    @Test("a cancelled source is told to the server")
    func cancelled() async throws {
        try await withSession { session in
            _ = try await session.run("CREATE TEMP TABLE t (a int)")
            let (rows, continuation) = AsyncStream<[UInt8]>.makeStream()
            continuation.yield(Array("1\n".utf8))
            let copying = Task(executorPreference: TestCluster.loop) {
                let result = try await session.copyIn("COPY t FROM STDIN", data: rows)
                try Task.checkCancellation()
                return result
            }
            try await TestCluster.loop.sleep(for: .milliseconds(20))
            copying.cancel()
            guard case .failure = await copying.result else { throw Unexpected() }
            #expect(try await session.run("SELECT 1").text(0, 0) == "1")
        }
    }
}
