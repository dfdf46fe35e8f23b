import AuthService
import HTTPServing
import JSONText
import Sockets
import TestSupport
import Testing

/// Plays the recorded scenarios of the real Auth server against the service.
@Suite("Answers as Supabase Auth's")
struct AuthConformanceTests {
    @Test("every recorded answer is given")
    func replay() async throws {
        let provider = try OAuthProviderServer.started()
        let client = HTTPClient(loop: TestCluster.loop, offload: try Offload())
        let corpus = try AuthCorpus.load(provider: provider.url)
        let database = try await AuthTestDatabase.shared().auth
        let hooked = try await AuthTestDatabase.open(script: AuthCorpus.hooks()).auth
        let outbox = MemoryOutbox(capacity: 10_000)
        let services = Dictionary(
            uniqueKeysWithValues: corpus.configurations.map { name, settings in
                (name, AuthResponder(settings: settings, database: name == "hooks" ? hooked : database, outbox: outbox, client: client))
            })
        let chosen = corpus.scenarios.filter { !$0.isLocalChoice }

        // Where something expires the steps must not be late, so those run when the processor has less to do.
        var outcomes = try await Self.play(chosen.filter { !$0.isTimed }, services, outbox, provider)
        outcomes += try await Self.play(chosen.filter(\.isTimed), services, outbox, provider)
        for outcome in outcomes { for problem in outcome.problems { Issue.record("\(problem)") } }
        let compared = outcomes.reduce(0) { $0 + $1.compared }
        let total = corpus.scenarios.reduce(0) { $0 + $1.answers.count }
        #expect(compared >= 1300)
        print("Auth conformance: \(compared) of \(total) recorded answers compared; the others are local choices")
    }

    private struct Outcome: Sendable {
        var compared: Int
        var problems: [String]
    }

    private static func play(
        _ scenarios: [AuthCorpus.Scenario], _ services: [String: AuthResponder], _ outbox: MemoryOutbox,
        _ provider: OAuthProviderServer
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for (number, scenario) in scenarios.enumerated() {
                if number >= 8, let outcome = try await group.next() { outcomes.append(outcome) }
                guard let service = services[scenario.configuration] else { continue }
                group.addTask {
                    var outcome = try await Self.play(scenario, service, outbox, provider)
                    // A busy machine may be late all the same, though not every time.
                    for _ in 0..<2 where scenario.isTimed && !outcome.problems.isEmpty {
                        outcome = try await Self.play(scenario, service, outbox, provider)
                    }
                    return outcome
                }
            }
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    private static func play(
        _ scenario: AuthCorpus.Scenario, _ service: AuthResponder, _ outbox: MemoryOutbox, _ provider: OAuthProviderServer
    ) async throws -> Outcome {
        var run = AuthScenarioRun(service, outbox, provider)
        try await run.play(scenario.steps)
        var problems: [String] = []
        let answers = run.answers
        for (number, (expected, found)) in zip(scenario.answers, answers).enumerated() {
            for difference in AuthNormal.differences(expected, found) {
                problems.append("\(scenario.file)/\(scenario.name) [\(scenario.configuration)] answer \(number + 1): \(difference)")
            }
        }
        return Outcome(compared: answers.count, problems: problems)
    }
}
