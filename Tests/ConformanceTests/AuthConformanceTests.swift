import AuthService
import JSONText
import Testing

/// Plays the recorded scenarios of the real Auth server against the service, as far as its endpoints are built.
@Suite("Answers as Supabase Auth's")
struct AuthConformanceTests {
    @Test("every recorded answer of the built endpoints is given")
    func replay() async throws {
        let corpus = try AuthCorpus.load()
        let database = try await AuthTestDatabase.shared().auth
        let hooked = try await AuthTestDatabase.open(script: AuthCorpus.hooks()).auth
        let outbox = MemoryOutbox(capacity: 10_000)
        let services = Dictionary(
            uniqueKeysWithValues: corpus.configurations.map { name, settings in
                (name, AuthResponder(settings: settings, database: name == "hooks" ? hooked : database, outbox: outbox))
            })
        let chosen = corpus.scenarios.filter { !$0.isLocalChoice }

        // Where something expires the steps must not be late, so those run when the processor has less to do.
        var outcomes = try await Self.play(chosen.filter { !$0.isTimed }, services, outbox)
        outcomes += try await Self.play(chosen.filter(\.isTimed), services, outbox)
        for outcome in outcomes { for problem in outcome.problems { Issue.record("\(problem)") } }
        let compared = outcomes.reduce(0) { $0 + $1.compared }
        let total = corpus.scenarios.reduce(0) { $0 + $1.answers.count }
        #expect(compared >= 1200)
        print("Auth conformance: \(compared) of \(total) recorded answers compared; the others need a provider's pages")
    }

    private struct Outcome: Sendable {
        var compared: Int
        var problems: [String]
    }

    private static func play(
        _ scenarios: [AuthCorpus.Scenario], _ services: [String: AuthResponder], _ outbox: MemoryOutbox
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for (number, scenario) in scenarios.enumerated() {
                if number >= 8, let outcome = try await group.next() { outcomes.append(outcome) }
                guard let service = services[scenario.configuration] else { continue }
                group.addTask {
                    var outcome = try await Self.play(scenario, service, outbox)
                    // A busy machine may be late all the same, though not every time.
                    for _ in 0..<2 where scenario.isTimed && !outcome.problems.isEmpty {
                        outcome = try await Self.play(scenario, service, outbox)
                    }
                    return outcome
                }
            }
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    private static func play(_ scenario: AuthCorpus.Scenario, _ service: AuthResponder, _ outbox: MemoryOutbox) async throws -> Outcome {
        var run = AuthScenarioRun(service, outbox)
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
