import Bytes
import Catalogue
import JSON

/// What a text must be.
struct TextConstraint: Sendable {
    private let expectation: String
    /// The texts that errors suggest.
    private var words: [String] = []
    private(set) var isFlag = false
    private let accepts: @Sendable (String) -> Bool

    static let text = Self(expectation: "a text") { _ in true }
    static let identifier = Self(expectation: Identifier.expectation) { Identifier.isValid($0) }
    static let currency = Self(expectation: "a currency such as \"USD\" (ISO 4217)") { text in
        text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
    static let color = Self(expectation: "a colour such as \"#c8b9a6\"") { RGBColor($0) != nil }
    static let flag = Self(expectation: "true or false, yes or no, 1 or 0", isFlag: true) { Bool(flag: $0) != nil }
    /// An address that a phone may follow or load.
    static let link = Self(expectation: "a link, no script and no data") { text in
        // Browsers skip white space and control characters in a scheme, and apps trim more of them.
        let scalars = text.unicodeScalars.lazy.filter { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
                && ![.control, .format].contains(properties.generalCategory)
        }
        let scheme = String(String.UnicodeScalarView(scalars.prefix(11))).lowercased()
        return !["javascript:", "vbscript:", "data:"].contains(where: scheme.hasPrefix)
    }
    static let status = word(field: "status", ItemStatus.allCases.map(\.word))

    static func word(field: String, _ words: [String]) -> Self {
        Self(expectation: "a known \(field)", words: words) { words.contains($0) }
    }

    func string(_ bytes: FieldBytes) throws(ValueError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValueError("expected UTF-8, or the \"encoding\" in the mapping", found: quoted(bytes))
        }
        if bytes.contains(Record.listSeparator) { throw ValueError("expected one value", found: "a list") }
        if let error = error(in: text) { throw error }
        return text
    }

    func error(in text: String) -> ValueError? {
        if accepts(text) { return nil }
        let advice = words.isEmpty ? "" : "; " + SpellingSuggestion.advice(for: text, among: words.sorted())
        return ValueError("expected \(expectation)", found: quoted(text.utf8) + advice)
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
