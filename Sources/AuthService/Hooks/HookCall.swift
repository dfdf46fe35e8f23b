import JSONText
import PostgresLink
import Tokens

/// Asks the project's functions that have a say in what the service does.
extension AuthResponder {
    /// What the hook answers; nil: there is none. Its refusal is thrown.
    ///
    /// - Parameter transaction: what the function sees and writes is part of it; nil: it has one of its own.
    nonisolated(nonsending)
        func ask(
            _ point: AuthSettings.Hook.Point, _ question: JSONObject, in transaction: AuthTransaction? = nil
        ) async throws -> JSONObject?
    {
        guard let hook = settings.hook(point) else { return nil }
        var question = question
        question.set(
            "metadata",
            [
                "uuid": .string(Random.uuid()), "time": .string(WallClock.timestamp()), "name": .string(point.nameInQuestions),
                "ip_address": .string(Client.current.address ?? ""),
            ])
        let answer = try await answer(of: hook, to: question, in: transaction)
        if let refusal = Self.refusal(answer) { throw refusal }
        return answer.object ?? JSONObject()
    }

    nonisolated(nonsending)
        private func answer(
            of hook: AuthSettings.Hook, to question: JSONObject, in transaction: AuthTransaction?
        ) async throws -> JSON
    {
        if let address = HTTPHook(hook) { return try await address.answer(to: question, by: client) }
        guard let function = HookFunction(hook.uri) else { throw AuthError.unexpected("Error running hook URI: \(hook.uri)") }
        do {
            if let transaction { return try await transaction.run(function.call(question))[1].json ?? nil }
            return try await database.transaction { try await $0.run(function.call(question))[1].json ?? nil }
        } catch let error as DatabaseError {
            throw AuthError.unexpected("Error running hook URI: \(hook.uri)", cause: error)
        }
    }

    /// An `error` with a message refuses; one without is nothing.
    private static func refusal(_ answer: JSON) -> AuthError? {
        guard let error = answer["error"]?.object, let message = error["message"]?.string, !message.isEmpty else { return nil }
        let status = error["http_code"]?.int.flatMap { 200...599 ~= $0 ? $0 : nil } ?? 500
        return .ofHook(status, message)
    }
}

/// A function of PostgreSQL's that a hook names: `pg-functions://postgres/<schema>/<function>`.
struct HookFunction: Sendable, Hashable {
    let name: QualifiedName

    /// Nil for other addresses.
    init?(_ uri: String) {
        let scheme = "pg-functions://"
        guard uri.hasPrefix(scheme) else { return nil }
        let parts = uri.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[1].isEmpty, !parts[2].isEmpty else { return nil }
        name = QualifiedName(parts[1], parts[2])
    }

    /// The second statement's result is the answer. A function may take two seconds, what follows as long as any statement.
    func call(_ question: JSONObject) -> [SQL] {
        [
            "SET LOCAL statement_timeout = '2s'", "SELECT \(name)(\(json: question))", "SET LOCAL statement_timeout = '10s'",
        ]
    }
}

extension AuthSettings.Hook.Point {
    var nameInQuestions: String {
        switch self {
        case .beforeUserCreated: "before-user-created"
        case .customAccessToken: "customize-access-token"
        case .sendEmail: "send-email"
        case .sendSMS: "send-sms"
        case .mfaVerificationAttempt: "mfa-verification"
        case .passwordVerificationAttempt: "password-verification"
        }
    }
}
