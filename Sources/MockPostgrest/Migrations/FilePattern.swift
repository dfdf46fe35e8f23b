/// A pattern for one component of a path: `*` any text, `?` any character, `[a-z]` or `[^a-z]` one of a set, `\` the next
/// character itself. A file whose name begins with a dot is matched only by a pattern that does.
struct FilePattern {
    private enum Element: Hashable {
        case any
        case anyCharacter
        case character(Character)
        case set([ClosedRange<Character>], isNegated: Bool)

        func matches(_ character: Character) -> Bool {
            switch self {
            case .any, .anyCharacter: true
            case .character(let expected): character == expected
            case .set(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
            }
        }
    }

    private let elements: [Element]

    static func isPattern(_ text: String) -> Bool {
        text.contains { "*?[\\".contains($0) }
    }

    init(_ text: String) {
        var elements: [Element] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "*": if elements.last != .any { elements.append(.any) }
            case "?": elements.append(.anyCharacter)
            case "\\": elements.append(.character(rest.popFirst() ?? "\\"))
            case "[": elements.append(Self.set(&rest) ?? .character("["))
            default: elements.append(.character(character))
            }
        }
        self.elements = elements
    }

    func matches(_ name: String) -> Bool {
        if name.hasPrefix("."), elements.first != .character(".") { return false }
        let characters = Array(name)
        var (element, character) = (0, 0)
        // Where to go on when a guess about the length of the last `*` was wrong.
        var retry: (element: Int, character: Int)?
        while character < characters.count {
            if element < elements.count, elements[element] == .any {
                retry = (element, character)
                element += 1
            } else if element < elements.count, elements[element].matches(characters[character]) {
                element += 1
                character += 1
            } else if let last = retry {
                retry = (last.element, last.character + 1)
                (element, character) = (last.element + 1, last.character + 1)
            } else {
                return false
            }
        }
        return elements[element...].allSatisfy { $0 == .any }
    }

    /// What follows a bracket; nil, with nothing taken, if it is never closed.
    private static func set(_ rest: inout Substring) -> Element? {
        guard let end = rest.dropFirst(rest.hasPrefix("^]") ? 2 : 1).firstIndex(of: "]") else { return nil }
        var members = rest[..<end]
        rest = rest[rest.index(after: end)...]
        let isNegated = members.hasPrefix("^")
        if isNegated { members.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let lower = members.popFirst() {
            if members.first == "-", let upper = members.dropFirst().first, upper >= lower {
                members.removeFirst(2)
                ranges.append(lower...upper)
            } else {
                ranges.append(lower...lower)
            }
        }
        return .set(ranges, isNegated: isNegated)
    }
}
