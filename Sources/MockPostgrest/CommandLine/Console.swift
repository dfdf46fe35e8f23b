import Foundation

/// What the person who started the server is told, on standard error.
enum Console {
    static func say(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
