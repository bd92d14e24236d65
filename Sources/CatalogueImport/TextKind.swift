import CheckedJSON
import Catalogue

/// What a text must be for the field that it goes to.
enum TextKind: Hashable, Sendable {
    case text
    case identifier
    /// An ISO 4217 code.
    case currency
    /// A word for true or false.
    case flag
    /// One of the words that the field `field` knows.
    case word(field: String, [String])

    static let status = TextKind.word(field: "status", ItemStatus.allCases.map(\.rawValue))

    /// What is wrong with `text`, or `nil`.
    func problem(with text: String) -> String? {
        switch self {
        case .text: nil
        case .identifier: Identifier.isValid(text) ? nil : "expected \(Identifier.expectation), found \"\(text)\""
        case .currency:
            text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
                ? nil : "expected a currency such as \"USD\" (ISO 4217), found \"\(text)\""
        case .flag:
            Bool(flag: text) == nil ? "expected true or false, yes or no, 1 or 0, found \"\(text)\"" : nil
        case .word(let field, let words):
            words.contains(text)
                ? nil : "unknown \(field) \"\(text)\"; " + NearestWord.advice(for: text, among: words.sorted())
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

extension TextKind {
    /// `bytes` as a text of this kind.
    func string(_ bytes: Bytes) throws(Refusal) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal("expected UTF-8, found \(quoted(bytes))")
        }
        if bytes.contains(Record.listSeparator) { throw Refusal("expected one value, found a list") }
        if let problem = problem(with: text) { throw Refusal(problem) }
        return text
    }
}
