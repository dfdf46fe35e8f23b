import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends the typed builders' requests and tells failures as ``SupabaseDBError``.
extension SupabaseDBManager {
    func answer(to request: SupabaseDBRequest) async throws -> SNMNetworkResponse {
        do {
            return try await send(request)
        } catch let error as SNMNetworkError {
            throw SupabaseDBError(error)
        } catch let error as SupabaseSessionError {
            throw SupabaseDBError.noSession(reason: error.description)
        }
    }

    func read<Result>(_ read: (Data) throws -> Result, from request: SupabaseDBRequest) async throws -> Result {
        let answer = try await answer(to: request)
        return try reading { try read(answer.data) }
    }

    /// Errors of decoding, told with the way to what was wrong.
    func reading<Result>(_ read: () throws -> Result) throws(SupabaseDBError) -> Result {
        do {
            return try read()
        } catch let error as DecodingError {
            throw .unreadable(error.sentence)
        } catch {
            throw .unreadable("\(error)")
        }
    }
}

extension SupabaseDBError {
    init(_ error: SNMNetworkError) {
        switch error {
        case .failedStatusCode(let status, _, let body):
            let refusal = SupabaseRefusal(status: status, body: body)
            self = refusal.code == "PGRST116" ? .rowCount(refusal.mentionedRows) : .refused(refusal)
        case .urlError(let error): self = .noAnswer(error.code, reason: error.localizedDescription)
        case .encodingError, .invalidRequest, .invalidURL, .invalidResponse, .unknown: self = .noAnswer(nil, reason: error.description)
        }
    }
}

extension DecodingError {
    /// What was expected where.
    var sentence: String {
        let (context, what): (Context, String) =
            switch self {
            case .typeMismatch(let type, let context): (context, "is no \(type)")
            case .valueNotFound(let type, let context): (context, "is null, where \(type) is expected")
            case .keyNotFound(let key, let context): (context, "has no '\(key.stringValue)'")
            case .dataCorrupted(let context): (context, "cannot be read: \(context.debugDescription)")
            @unknown default: (Context(codingPath: [], debugDescription: ""), "cannot be read")
            }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return (path.isEmpty ? "the answer" : String(path.drop { $0 == "." })) + " " + what
    }
}
