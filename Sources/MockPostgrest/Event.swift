/// What is worth telling of the server's life. Who listens decides how it looks.
package enum Event: Sendable {
    case schemaLoaded(Duration)
    case configurationLoaded
    case schemaLoadFailed(String, retryAfter: Duration)
    case listenerFailed(String)
}
