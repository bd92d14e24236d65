/// A text with columns in braces: `[{beds}-bed ]{style} house`.
///
/// `[…]` is left out if one of its columns is missing; a doubled bracket is a literal one.
struct Template: Sendable {
    private enum Part: Sendable {
        case literal(String)
        case value(FieldMapping<FieldBytes>)
        /// Left out if one of its values is missing.
        case optional([Part])

        var columns: [Column] {
            switch self {
            case .literal: []
            case .value(let value): value.columns
            case .optional(let parts): parts.flatMap(\.columns)
            }
        }
    }

    private let parts: [Part]

    var columns: [Column] { parts.flatMap(\.columns) }

    /// Parses a template; `nil` if a bracket is not closed, or not opened.
    init?(_ text: String, column: (String) -> FieldMapping<FieldBytes>) {
        var rest = text[...]
        guard let parts = Self.parts(of: &rest, isOptional: false, column) else { return nil }
        self.parts = parts
    }

    private static func parts(
        of rest: inout Substring,
        isOptional: Bool,
        _ column: (String) -> FieldMapping<FieldBytes>
    ) -> [Part]? {
        var parts: [Part] = []
        func append(_ character: Character) {
            if case .literal(let text)? = parts.last {
                parts[parts.count - 1] = .literal("\(text)\(character)")
            } else {
                parts.append(.literal("\(character)"))
            }
        }
        while let character = rest.popFirst() {
            let isDoubled = "{}[]".contains(character) && rest.first == character
            switch character {
            case _ where isDoubled:
                rest.removeFirst()
                append(character)
            case "{":
                guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else { return nil }
                parts.append(.value(column(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            case "[" where !isOptional:
                guard let inner = self.parts(of: &rest, isOptional: true, column) else { return nil }
                parts.append(.optional(inner))
            case "]" where isOptional: return parts
            case "[", "]", "}": return nil
            default: append(character)
            }
        }
        return isOptional ? nil : parts
    }

    /// The text; `nil` if a value outside of optional parts is missing.
    func text(in record: Record) throws(ValueError) -> FieldBytes? {
        var text: [UInt8] = []
        return try Self.append(parts, of: record, to: &text) ? text[...].trimmingWhiteSpace() : nil
    }

    /// - Returns: `false` if a value is missing.
    private static func append(_ parts: [Part], of record: Record, to text: inout [UInt8]) throws(ValueError) -> Bool {
        for part in parts {
            switch part {
            case .literal(let literal): text.append(contentsOf: literal.utf8)
            case .value(let value):
                guard let value = try value.value(in: record) else { return false }
                text.append(contentsOf: value)
            case .optional(let parts):
                let length = text.count
                if try !append(parts, of: record, to: &text) { text.removeLast(text.count - length) }
            }
        }
        return true
    }
}
