import Foundation

/// What the person who started the server is told, on standard error.
enum Console {
    static func say(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }

    static func report(_ event: Event) {
        switch event {
        case .schemaLoaded(let time):
            say("Schema cache loaded in \(Int(time / .milliseconds(1))) ms")
        case .configurationLoaded:
            say("Configuration reloaded")
        case .schemaLoadFailed(let reason, let delay):
            say("The schema cache could not be loaded: \(reason). Next attempt in \(delay.components.seconds) s")
        case .listenerFailed(let reason):
            say("Not listening for notifications: \(reason)")
        }
    }
}
