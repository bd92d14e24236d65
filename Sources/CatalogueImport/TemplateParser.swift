/// Reads a template: `{column}` is a column's text, `[…]` is left out where a column in it is missing, and a doubled
/// bracket stands for itself.
struct TemplateParser {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    /// The template's parts, or `nil` where a bracket is not closed, or not opened.
    mutating func parse(reference: (String) -> TextReading) -> [Template.Part]? {
        parts(isOptional: false, reference)
    }

    private mutating func parts(isOptional: Bool, _ reference: (String) -> TextReading) -> [Template.Part]? {
        var parts: [Template.Part] = []
        var literal = ""
        func flush() {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
        }
        while let character = rest.popFirst() {
            let isDoubled = "{}[]".contains(character) && rest.first == character
            switch character {
            case _ where isDoubled:
                rest.removeFirst()
                literal.append(character)
            case "{":
                flush()
                guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else { return nil }
                parts.append(.value(reference(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            case "[" where !isOptional:
                flush()
                guard let inner = self.parts(isOptional: true, reference) else { return nil }
                parts.append(.optional(inner))
            case "]" where isOptional:
                flush()
                return parts
            case "[", "]", "}": return nil
            default: literal.append(character)
            }
        }
        flush()
        return isOptional ? nil : parts
    }
}
