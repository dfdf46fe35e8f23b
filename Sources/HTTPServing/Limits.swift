/// What a connection accepts and how long it waits. Every bound of this module is here.
package struct Limits: Sendable {
    // MARK: Sizes

    /// A request line, its line end included: 414 beyond. As long as the whole head: long `in.(…)` lists travel in the target.
    package var requestLineBytes = 50 * 1024
    /// Request line and header fields together: 431 beyond. What PostgREST accepts.
    package var headBytes = 50 * 1024
    /// Header fields of one message: 431 beyond. Browsers and proxies stay under 60.
    package var headerFields = 200
    /// Bytes of a request body: 413 beyond; nil leaves it to the responder, who knows what it can use.
    package var bodyBytes: Int?
    /// The line before a chunk, with its extensions, which nobody uses.
    package var chunkLineBytes = 1024
    /// All lines before the chunks of one body beyond what their sizes need, so that a sender cannot make us read
    /// a thousand bytes of extension for each byte of body for ever.
    package var chunkExtensionBytes = 16 * 1024
    /// Trailer fields after a chunked body: 431 beyond.
    package var trailerBytes = 8 * 1024
    /// What is read and thrown away of a body that the responder left unread, to keep the connection; beyond, it is closed.
    package var drainBytes = 256 * 1024
    /// Response bodies up to this size are copied behind the head; larger ones are sent from where they are.
    package var coalescedBytes = 16 * 1024
    /// Connections open at once; more wait in the kernel's queue until one closes.
    package var connections = 10_000

    // MARK: Times

    /// From the first byte of a request to the end of its head: 408, then closed.
    package var headTime: Duration = .seconds(30)
    /// Between two requests on a connection, and before the first.
    package var idleTime: Duration = .seconds(75)
    /// Between two pieces of a request body.
    package var bodyTime: Duration = .seconds(30)
    /// Between two pieces of a response that the client takes.
    package var writeTime: Duration = .seconds(30)
    /// After the last response, for the client to read it before the connection is torn down.
    package var lingerTime: Duration = .seconds(1)
    /// For running requests to finish when the server stops. Two seconds is what a process manager's patience is measured by.
    package var graceTime: Duration = .milliseconds(1500)

    package init() {}
}
