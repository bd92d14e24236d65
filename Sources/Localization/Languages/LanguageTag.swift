import Bytes

/// A language tag (BCP 47) in canonical case: `de`, `de-AT`, `zh-Hant-TW`.
///
/// Tags are parsed as language ranges (RFC 4647 section 2.1): unknown subtags are accepted, since tags are only looked
/// up. `_` may replace `-`, as in the locales of POSIX, Java and Android: `de_AT` is `de-AT`.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// The tag in the case of RFC 5646 section 2.1.1.
    public let description: String
    /// The region, `AT` or `419`, if there is one.
    public let region: String?

    /// The longest tag that is parsed, in bytes; RFC 5646 section 4.4.1 asks for 35.
    public static let maximumLength = 100

    /// The expected syntax, for error messages.
    public static let expectation = "a language tag (BCP 47) such as de or de-AT"

    /// Parses a tag in any case; `nil` if it is malformed or longer than ``maximumLength``.
    public init?(_ text: String) {
        if Self.isCanonicalLanguage(text) {
            (description, region) = (text, nil)
            return
        }
        // Some characters beyond ASCII have an ASCII lower case.
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let subtags = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard subtags.allSatisfy({ 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } }),
            subtags[0].utf8.allSatisfy(\.isLetter), subtags[0].utf8.count > 1 || subtags.count > 1
        else { return nil }
        region = Self.region(of: subtags)
        description = Self.canonical(subtags)
    }

    /// Whether the text is a language alone in canonical case, as most clients send it: `de`.
    private static func isCanonicalLanguage(_ text: String) -> Bool {
        let bytes = text.utf8
        return 2...3 ~= bytes.count && bytes.allSatisfy { $0.isLetter && $0 >= 0x61 }
    }

    /// The tag, then the tag without its last subtag, and so on (RFC 4647 section 3.4): `zh-Hant-TW`, `zh-Hant`, `zh`.
    var fallbacks: some Sequence<String> {
        sequence(first: description) { text in
            guard let end = text.lastIndex(of: "-") else { return nil }
            let rest = text[..<end]
            // A singleton introduces the subtag that was removed, and is removed with it.
            let last = rest.split(separator: "-").last
            return String(last?.count == 1 && rest.contains("-") ? rest.dropLast(2) : rest)
        }
    }

    /// The tag of a language without a region, with `region`; `nil` if the region is malformed.
    func adding(region: String) -> LanguageTag? {
        LanguageTag("\(description)-\(region)")
    }

    /// The region follows the language, its extensions and its script.
    private static func region(of subtags: [Substring]) -> String? {
        guard subtags[0].utf8.count > 1 else { return nil }
        let region = subtags.dropFirst().first { !(3...4 ~= $0.utf8.count && $0.utf8.allSatisfy(\.isLetter)) }
        guard let bytes = region?.utf8 else { return nil }
        let isRegion =
            bytes.count == 2 && bytes.allSatisfy(\.isLetter) || bytes.count == 3 && bytes.allSatisfy(\.isDigit)
        return isRegion ? region?.uppercased() : nil
    }

    private static func canonical(_ subtags: [Substring]) -> String {
        var isExtension = false
        return subtags.enumerated().map { index, subtag in
            defer { if subtag.utf8.count == 1 { isExtension = true } }
            if index == 0 || isExtension { return String(subtag) }
            return switch subtag.utf8.count {
            case 2: subtag.uppercased()
            case 4 where subtag.utf8.allSatisfy(\.isLetter): subtag.prefix(1).uppercased() + subtag.dropFirst()
            default: String(subtag)
            }
        }.joined(separator: "-")
    }
}
