import Bytes

/// A language tag (BCP 47) in its canonical case: `de`, `de-AT`, `zh-Hant-TW`.
///
/// Tags are read as language ranges are (RFC 4647 section 2.1): whether the subtags behind the language and the region mean
/// anything is not checked, since a tag is only ever looked up. POSIX, Java and Android write `_` in place of `-`: `de_AT`
/// is read as `de-AT`.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// The tag, in the case of RFC 5646 section 2.1.1.
    public let description: String
    /// The region, `AT` or `419`, where there is one.
    public let region: String?

    /// The longest tag that is read, in bytes; RFC 5646 section 4.4.1 asks for 35.
    public static let maximumLength = 100

    /// What a tag looks like, for error messages.
    public static let expectation = "a language tag (BCP 47) such as de or de-AT"

    /// Reads a tag in any case, with `-` or `_` between its subtags; `nil` where it is not well-formed or longer than
    /// ``maximumLength``.
    public init?(_ text: some StringProtocol) {
        // There are characters beyond ASCII whose lower case is within.
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let subtags = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard subtags.allSatisfy({ 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy(\.isAlphanumeric) }),
            subtags[0].utf8.allSatisfy(\.isLetter), subtags[0].utf8.count > 1 || subtags.count > 1
        else { return nil }
        region = Self.region(of: subtags)
        description = Self.canonical(subtags)
    }

    /// The tag, then the tag without its last subtag, and so on (RFC 4647 section 3.4): `zh-Hant-TW`, `zh-Hant`, `zh`.
    var fallbacks: some Sequence<String> {
        sequence(first: description) { text in
            guard let end = text.lastIndex(of: "-") else { return nil }
            let rest = text[..<end]
            // A singleton introduces what was cut off, and goes with it.
            let last = rest.split(separator: "-").last
            return String(last?.count == 1 && rest.contains("-") ? rest.dropLast(2) : rest)
        }
    }

    /// The tag with a region behind it, for one that has none; `nil` where there is no such region.
    func adding(region: String) -> LanguageTag? {
        LanguageTag("\(description)-\(region)")
    }

    /// The region, which follows a language, or the extensions and the script of one.
    private static func region(of subtags: [Substring]) -> String? {
        guard subtags[0].utf8.count > 1 else { return nil }
        let region = subtags.dropFirst().first { !(3...4 ~= $0.utf8.count && $0.utf8.allSatisfy(\.isLetter)) }
        guard let bytes = region?.utf8 else { return nil }
        let isRegion =
            bytes.count == 2 && bytes.allSatisfy(\.isLetter) || bytes.count == 3 && bytes.allSatisfy(\.isDigit)
        return isRegion ? region?.uppercased() : nil
    }

    private static func canonical(_ subtags: [Substring]) -> String {
        var isExtended = false
        return subtags.enumerated().map { index, subtag in
            defer { if subtag.utf8.count == 1 { isExtended = true } }
            if index == 0 || isExtended { return String(subtag) }
            return switch subtag.utf8.count {
            case 2: subtag.uppercased()
            case 4 where subtag.utf8.allSatisfy(\.isLetter): subtag.prefix(1).uppercased() + subtag.dropFirst()
            default: String(subtag)
            }
        }.joined(separator: "-")
    }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool { isDigit || isLetter }
}
