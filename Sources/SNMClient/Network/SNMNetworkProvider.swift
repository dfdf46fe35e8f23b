import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over a `URLSession`.
///
///     let response = try await SNMNetworkProvider().request(with: request)
public final class SNMNetworkProvider: NetworkProvider {
    private let session: URLSession

    /// - Parameter session: The session to use. The default keeps nothing on disk: no cookies, no cache, no credentials; and it does
    ///   not carry keys and tokens to another origin that an answer redirects to.
    public init(session: URLSession = SNMNetworkProvider.privateSession()) {
        self.session = session
    }

    /// A session of its own without cookies or cache, so that two backends share nothing.
    ///
    /// - Parameter timeout: How long a request may go without a byte, in seconds.
    public static func privateSession(timeout: TimeInterval = 60) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.timeoutIntervalForRequest = timeout
        return URLSession(configuration: configuration, delegate: RedirectGuard(), delegateQueue: nil)
    }

    /// Sends the request.
    ///
    /// Status 200 to 299 is a success, and so is 304: a conditional download relies on it.
    ///
    /// - Throws: ``SNMNetworkError``, or `CancellationError` when the task was cancelled.
    public func request(with request: any SNMRequestConvertible) async throws -> SNMNetworkResponse {
        let urlRequest = try request.urlRequest()
        let (data, response) = try await load(urlRequest)
        guard let answer = response as? HTTPURLResponse else { throw SNMNetworkError.invalidResponse }
        let result = SNMNetworkResponse(data: data, response: answer)
        guard result.isSuccess else {
            throw SNMNetworkError.failedStatusCode(result.statusCode, header: result.header, body: data)
        }
        return result
    }

    private func load(_ request: URLRequest) async throws -> (Data, URLResponse) {
        do {
            return try await session.data(for: request)
        } catch let error as URLError {
            if error.code == .cancelled && Task.isCancelled { throw CancellationError() }
            throw SNMNetworkError.urlError(error)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw SNMNetworkError.unknown(error)
        }
    }
}
