import HTTPServing
import JSONText
import PostgresLink

/// GET /verify: a link in a message, opened by a browser, which is led on whatever becomes of it.
extension AuthResponder {
    func followLink(_ request: AuthRequest) async throws -> Response {
        let typeName = request[parameter: "type"]
        let token = request[parameter: "token"]
        guard !typeName.isEmpty else { throw AuthError.validation("Verify requires a verification type") }
        guard !token.isEmpty else { throw AuthError.validation("Verify requires a token or a token hash") }
        let type = VerificationType(typeName)
        let isBound = token.hasPrefix("pkce_")
        guard !isBound || type.flowMethod != nil else { throw AuthError.unexpected }
        let target = RedirectTarget(request, settings)
        do {
            let outcome = try await database.transaction { transaction in
                try await follow(transaction, token, type, isBound: isBound, request)
            }
            return .redirect(to: outcome.location(target.url))
        } catch let error as AuthError {
            return .redirect(to: target.failure(error, inQuery: isBound))
        } catch let error as DatabaseError {
            return .redirect(to: target.failure(AuthError(error, "Database error"), inQuery: isBound))
        }
    }

    private enum LinkOutcome: Sendable {
        case tokens(JSONObject, type: String)
        case code(String)
        case half(inQuery: Bool)

        func location(_ target: String) -> String {
            switch self {
            case .tokens(let answer, let type):
                var parameters = RedirectParameters(tokens: answer)
                parameters["type"] = type
                return target + "#" + parameters.encoded
            case .code(let code): return RedirectParameters(["code": code]).inQuery(of: target)
            case .half(let inQuery):
                let message = RedirectParameters(["message": AuthResponder.otherAddressMessage])
                return message.inFragment(of: inQuery ? message.inQuery(of: target) : target)
            }
        }
    }

    nonisolated(nonsending)
        private func follow(
            _ transaction: AuthTransaction, _ token: String, _ type: VerificationType, isBound: Bool, _ request: AuthRequest
        ) async throws -> LinkOutcome
    {
        let (user, redeemed) = try await find(transaction, hash: token, type)
        guard case .done(let changed) = try await redeem(transaction, redeemed, of: user) else { return .half(inQuery: isBound) }
        if isBound {
            let method = redeemed.type.flowMethod ?? .otp
            guard let flow = try await transaction.run([FlowState.latest(of: user.id, method)]).first?.json.map({ FlowState($0) }),
                let code = flow.authCode
            else { throw AuthError(404, "flow_state_not_found", "No valid flow state found for user.") }
            try await transaction.run([FlowState.handOut(flow.id)])
            return .code(code)
        }
        let session = NewSession(userID: changed.id, method: .otp, client: request.client)
        return .tokens(try await begin(transaction, session), type: redeemed.type.name)
    }
}

extension Response {
    static func redirect(to location: String, status: Int = 303) -> Response {
        Response(Status(status), headers: Headers([("Location", location)]))
    }
}
