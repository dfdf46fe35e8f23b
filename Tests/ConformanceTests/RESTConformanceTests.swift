import Foundation
import JSONText
import MockPostgrest
import PostgresLink
import Sockets
import Synchronization
import TestSupport
import Testing

/// Replays the recorded requests against `mock-postgrest rest`, once for each configuration, and holds the differences against
/// the list of what is not done yet: a case that fails must be listed, and a listed one that passes must leave the list.
@Suite("Answers as PostgREST's")
struct RESTConformanceTests {
    @Test("every recorded request is answered as recorded, or listed with a reason")
    func replay() async throws {
        let cases = try Corpus.cases()
        let listed = try Corpus.notDone()
        #expect(cases.count >= 3245)
        let database = try await ConformanceDatabase.shared()
        var failures: [String: [String]] = [:]
        for configuration in try Corpus.configurations() {
            let chosen = cases.filter { $0.configuration == configuration.name }
            let server = try await RESTProcess.start(configuration.environment, database: database, probe: configuration.probe)
            failures.merge(try await replay(chosen, at: server.address)) { $1 }
            await server.stop()
        }
        let unexpected = cases.filter { failures[$0.id] != nil && listed[$0.id] == nil }
        for recorded in unexpected.prefix(20) {
            let lines = (failures[recorded.id] ?? []).map { "\n     \($0)" }.joined()
            Issue.record("\(recorded.id) [\(recorded.configuration)] \(recorded.method) \(recorded.path)\(lines)")
        }
        let repaired = listed.keys.filter { failures[$0] == nil }.sorted()
        #expect(unexpected.isEmpty, "\(unexpected.count) cases fail that are not listed: \(unexpected.map(\.id))")
        #expect(repaired.isEmpty, "listed as not done, but they pass: \(repaired)")
        print("REST conformance: \(cases.count - failures.count) of \(cases.count) recorded answers reproduced")
    }

    private func replay(_ cases: [RecordedCase], at address: Address) async throws -> [String: [String]] {
        var failures: [String: [String]] = [:]
        var client: PlainHTTP?
        for recorded in cases {
            do {
                let connection: PlainHTTP
                if let client { connection = client } else { connection = try await PlainHTTP(address, on: TestCluster.loop) }
                client = connection
                let answer = try await connection.request(
                    recorded.method, recorded.path, headers: recorded.headers, body: recorded.body)
                if answer.closes { client = nil }
                let problems = NormalAnswer(answer, like: recorded).differences(from: recorded)
                if !problems.isEmpty { failures[recorded.id] = problems }
            } catch {
                client = nil
                failures[recorded.id] = ["no answer: \(error)"]
            }
        }
        return failures
    }
}
