import Catalogue
import JSON

/// What a text must be for the field that it goes to.
enum TextConstraint: Hashable, Sendable {
    case text
    case identifier
    /// An ISO 4217 code.
    case currency
    /// A word for true or false.
    case flag
    /// One of the words that the field `field` knows.
    case word(field: String, [String])

    static let status = TextConstraint.word(field: "status", ItemStatus.allCases.map(\.rawValue))

    /// What is wrong with `text`, or `nil`.
    func refusal(of text: String) -> ValueError? {
        // Most texts are as expected.
        var found: String { quoted(text.utf8) }
        switch self {
        case .text: return nil
        case .identifier:
            return Identifier.isValid(text) ? nil : ValueError("expected \(Identifier.expectation)", found: found)
        case .currency:
            let isCode =
                text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            return isCode ? nil : ValueError("expected a currency such as \"USD\" (ISO 4217)", found: found)
        case .flag:
            return Bool(flag: text) == nil ? ValueError("expected true or false, yes or no, 1 or 0", found: found) : nil
        case .word(let field, let words):
            if words.contains(text) { return nil }
            let advice = SpellingSuggestion.advice(for: text, among: words.sorted())
            return ValueError("expected a known \(field)", found: "\(found); \(advice)")
        }
    }
}

extension Bool {
    /// What `text`, a word for true or false, says, whether its letters are capital or small; `nil` for other words.
    init?(flag text: String) {
        switch text.lowercased() {
        case "true", "yes", "1": self = true
        case "false", "no", "0": self = false
        default: return nil
        }
    }
}

extension TextConstraint {
    /// `bytes` as a text of this kind.
    func string(_ bytes: FieldBytes) throws(ValueError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValueError("expected UTF-8", found: quoted(bytes))
        }
        if bytes.contains(Record.listSeparator) { throw ValueError("expected one value", found: "a list") }
        if let refusal = refusal(of: text) { throw refusal }
        return text
    }
}
