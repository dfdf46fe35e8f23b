import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Takes keys and tokens out of a request that a server sends on to another origin. URLSession would carry them along.
///
/// It is a session's delegate, because Foundation on Linux asks no delegate of a single task.
final class RedirectGuard: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(Self.guarded(request, from: task.originalRequest?.url))
    }

    static func guarded(_ request: URLRequest, from origin: URL?) -> URLRequest {
        guard let origin, let target = request.url, !origin.hasSameOrigin(as: target) else { return request }
        var guarded = request
        for name in ["apikey", "Authorization", "Cookie"] { guarded.setValue(nil, forHTTPHeaderField: name) }
        return guarded
    }
}

extension URL {
    fileprivate func hasSameOrigin(as other: URL) -> Bool {
        scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
            && effectivePort == other.effectivePort
    }

    private var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
