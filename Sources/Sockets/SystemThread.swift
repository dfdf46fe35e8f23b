#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread of the system, detached. Foundation's would bring all of Foundation into the lowest module.
enum SystemThread {
    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = Unmanaged.passRetained(Body(name: name, run: body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))

        #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(&thread, &attributes, { enter($0) }, box.toOpaque())
        #else
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, { $0.flatMap { enter($0) } }, box.toOpaque())
        #endif
        guard code == 0 else {
            box.release()
            throw SystemError(code: code, operation: "pthread_create")
        }
    }

    private static func enter(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let body = Unmanaged<Body>.fromOpaque(box).takeRetainedValue()
        #if canImport(Darwin)
        pthread_setname_np(body.name)
        #else
        // Linux takes 15 bytes and refuses more.
        pthread_setname_np(pthread_self(), String(decoding: body.name.utf8.prefix(15), as: UTF8.self))
        #endif
        body.run()
        return nil
    }
}
