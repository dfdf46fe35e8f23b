import MockPostgrest

/// One line, because `main` is isolated to the main actor, and so would be everything it makes.
@main
enum Main {
    static func main() { EntryPoint.main() }
}
