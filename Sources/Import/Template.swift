/// A text with the texts of columns in it: `[{beds}-bed ]{style} house`.
///
/// `{column}` is a column's text, `[…]` is left out where a column in it is missing, and a doubled bracket stands for
/// itself.
struct Template: Sendable {
    private enum Part: Sendable {
        case literal(String)
        case value(FieldMapping<FieldBytes>)
        /// Parts that are left out where one of their values is missing.
        case optional([Part])

        var columns: [Column] {
            switch self {
            case .literal: []
            case .value(let reading): reading.columns
            case .optional(let parts): parts.flatMap(\.columns)
            }
        }
    }

    private let parts: [Part]

    /// Reads a template whose columns are read as `reading` says. `nil` where a bracket is not closed, or not opened.
    init?(_ text: String, reading: (String) -> FieldMapping<FieldBytes>) {
        var rest = text[...]
        guard let parts = Self.parts(of: &rest, isOptional: false, reading) else { return nil }
        self.parts = parts
    }

    /// The columns that are named in it.
    var columns: [Column] { parts.flatMap(\.columns) }

    /// The text, or `nil` where a value outside of the optional parts is missing.
    func text(in record: Record) throws(ValueError) -> FieldBytes? {
        var text: [UInt8] = []
        return try Self.append(parts, of: record, to: &text) ? text[...].trimmingWhiteSpace() : nil
    }

    private static func append(_ parts: [Part], of record: Record, to text: inout [UInt8]) throws(ValueError) -> Bool {
        for part in parts {
            switch part {
            case .literal(let literal): text.append(contentsOf: literal.utf8)
            case .value(let reading):
                guard let value = try reading.value(in: record) else { return false }
                text.append(contentsOf: value)
            case .optional(let parts):
                let length = text.count
                if try !append(parts, of: record, to: &text) { text.removeLast(text.count - length) }
            }
        }
        return true
    }

    private static func parts(
        of rest: inout Substring,
        isOptional: Bool,
        _ reading: (String) -> FieldMapping<FieldBytes>
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
                parts.append(.value(reading(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            case "[" where !isOptional:
                guard let inner = self.parts(of: &rest, isOptional: true, reading) else { return nil }
                parts.append(.optional(inner))
            case "]" where isOptional: return parts
            case "[", "]", "}": return nil
            default: append(character)
            }
        }
        return isOptional ? nil : parts
    }
}
