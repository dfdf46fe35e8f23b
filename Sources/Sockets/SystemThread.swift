#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread of the system, detached. Foundation's would bring all of Foundation into the lowest module.
enum SystemThread {
    static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = ThreadStart(name: name, body: body)
        let code = start.launch()
        guard code == 0 else { throw SystemError(code: code, operation: "pthread_create") }
    }
}

private final class ThreadStart: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }

    /// The new thread owns one reference, which it takes in `enter`.
    func launch() -> CInt {
        let box = Unmanaged.passRetained(self)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, enterThread, box.toOpaque())
        if code != 0 { box.release() }
        return code
    }

    func run() {
        pthread_detach(pthread_self())
        #if canImport(Darwin)
            pthread_setname_np(name)
        #else
            Descriptor.nameThread(name)
        #endif
        body()
    }
}

#if canImport(Darwin)
    private func enterThread(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<ThreadStart>.fromOpaque(box).takeRetainedValue().run()
        return nil
    }
#else
    private func enterThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let box { Unmanaged<ThreadStart>.fromOpaque(box).takeRetainedValue().run() }
        return nil
    }
#endif
