import Bytes
import Catalogue
import JSON

enum TextConstraint: Hashable, Sendable {
    case text
    case identifier
    case currency
    /// A colour such as `#c8b9a6`.
    case color
    case flag
    /// An address that a phone may follow or load.
    case link
    case word(field: String, [String])

    static let status = TextConstraint.word(field: "status", ItemStatus.allCases.map(\.word))

    func string(_ bytes: FieldBytes) throws(ValueError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValueError("expected UTF-8, or the \"encoding\" in the mapping", found: quoted(bytes))
        }
        if bytes.contains(Record.listSeparator) { throw ValueError("expected one value", found: "a list") }
        if let error = error(in: text) { throw error }
        return text
    }

    func error(in text: String) -> ValueError? {
        // Computed for errors only.
        var found: String { quoted(text.utf8) }
        switch self {
        case .text: return nil
        case .identifier:
            return Identifier.isValid(text) ? nil : ValueError("expected \(Identifier.expectation)", found: found)
        case .currency:
            let isCode =
                text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            return isCode ? nil : ValueError("expected a currency such as \"USD\" (ISO 4217)", found: found)
        case .color:
            return RGBColor(text) == nil ? ValueError("expected a colour such as \"#c8b9a6\"", found: found) : nil
        case .flag:
            return Bool(flag: text) == nil ? ValueError("expected true or false, yes or no, 1 or 0", found: found) : nil
        case .link:
            // Browsers skip white space and control characters in a scheme, and apps trim more of them.
            let scalars = text.unicodeScalars.lazy.filter { scalar in
                let properties = scalar.properties
                return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
                    && ![.control, .format].contains(properties.generalCategory)
            }
            let scheme = String(String.UnicodeScalarView(scalars.prefix(11))).lowercased()
            return ["javascript:", "vbscript:", "data:"].contains(where: scheme.hasPrefix)
                ? ValueError("expected a link, no script and no data", found: found) : nil
        case .word(let field, let words):
            if words.contains(text) { return nil }
            let advice = SpellingSuggestion.advice(for: text, among: words.sorted())
            return ValueError("expected a known \(field)", found: "\(found); \(advice)")
        }
    }
}

extension Bool {
    /// Parses a word for true or false, in upper or lower case; `nil` for other words.
    init?(flag text: String) {
        switch text.lowercased() {
        case "true", "yes", "1": self = true
        case "false", "no", "0": self = false
        default: return nil
        }
    }
}
