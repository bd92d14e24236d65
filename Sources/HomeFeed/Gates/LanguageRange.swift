/// A language, or a family of them: `de` is also `de-AT` (basic filtering, RFC 4647, section 3.3.1).
struct LanguageRange: Hashable, Sendable {
    /// As the config has it.
    let text: String
    /// In lowercase, as languages are compared.
    private let folded: String

    static let expectation = "a language such as de or pt-BR"

    /// Reads subtags of 1 to 8 letters and digits with `-` between them, the first of letters; `nil` where `text` is none.
    init?(_ text: String) {
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isRange = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { Self.isLetter($0) || (0x30...0x39).contains($0) }
        }
        guard isRange, let language = subtags.first, language.allSatisfy(Self.isLetter) else { return nil }
        self.text = text
        folded = text.lowercased()
    }

    /// Whether `locale` (BCP 47) is the language, or one of the family.
    func matches(_ locale: String) -> Bool {
        let locale = locale.utf8
        let range = folded.utf8
        guard locale.count == range.count || locale.dropFirst(range.count).first == UInt8(ascii: "-") else {
            return false
        }
        return zip(locale, range).allSatisfy { (Self.isLetter($0) ? $0 | 0x20 : $0) == $1 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}
