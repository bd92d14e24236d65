/// A text with columns in braces: `[{beds}-bed ]{style} house`.
///
/// `[…]` is left out if one of its columns is missing; a doubled bracket is a literal one.
struct Template: Sendable {
    private enum Part: Sendable {
        case literal([UInt8])
        case value(FieldMapping<FieldBytes>)
        /// Left out if one of its values is missing.
        case optional(Template)
    }

    private var parts: [Part] = []

    var columns: [Column] {
        parts.flatMap { part -> [Column] in
            switch part {
            case .literal: []
            case .value(let value): value.columns
            case .optional(let template): template.columns
            }
        }
    }

    /// Parses a template; `nil` if a bracket is not closed, or not opened.
    init?(_ text: String, column: (String) -> FieldMapping<FieldBytes>) {
        var rest = text[...]
        self.init(&rest, isOptional: false, column)
    }

    /// - Parameter isOptional: Whether the template ends at `]`, and not with the text.
    private init?(_ rest: inout Substring, isOptional: Bool, _ column: (String) -> FieldMapping<FieldBytes>) {
        while let character = rest.popFirst() {
            switch character {
            case _ where rest.first == character && "{}[]".contains(character):
                parts.append(.literal(Array(rest.removeFirst().utf8)))
            case "{":
                guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else { return nil }
                parts.append(.value(column(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            case "[" where !isOptional:
                guard let inner = Template(&rest, isOptional: true, column) else { return nil }
                parts.append(.optional(inner))
            case "]" where isOptional: return
            case "[", "]", "}": return nil
            default: parts.append(.literal(Array(character.utf8)))
            }
        }
        if isOptional { return nil }
    }

    /// The text; `nil` if a value outside of optional parts is missing.
    func text(in record: Record) throws(ValueError) -> FieldBytes? {
        var text: FieldBytes = []
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .value(let value):
                guard let value = try value.value(in: record) else { return nil }
                text += value
            case .optional(let template): text += try template.text(in: record) ?? []
            }
        }
        return text
    }
}
