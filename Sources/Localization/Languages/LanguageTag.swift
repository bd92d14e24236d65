import Bytes

/// A language tag (BCP 47) in canonical form: `de`, `de-AT`, `zh-Hant-TW`. CLDR's aliases are replaced: `iw-IL` is
/// `he-IL`, `en-UK` is `en-GB`.
///
/// Tags are parsed as language ranges (RFC 4647 section 2.1): unknown subtags are accepted, since tags are only looked
/// up. `_` may replace `-`, as in the locales of POSIX, Java and Android: `de_AT` is `de-AT`.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// `AT` or `419`.
    public let region: String?

    /// In bytes; RFC 5646 section 4.4.1 asks for 35.
    public static let maximumLength = 100

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
        var canonical = SubtagTable.cldr.canonical(subtags)
        let region = Self.regionIndex(in: canonical)
        if let region, let current = SubtagTable.cldr.regions[String(canonical[region])] {
            canonical[region] = Substring(current)
        }
        self.region = region.map { canonical[$0].uppercased() }
        description = Self.text(canonical)
    }

    /// Most clients send a language alone in canonical form: `de`.
    private static func isCanonicalLanguage(_ text: String) -> Bool {
        let bytes = text.utf8
        return 2...3 ~= bytes.count && bytes.allSatisfy { $0.isLetter && $0 >= 0x61 }
            && SubtagTable.cldr.aliases[text] == nil
    }

    /// Without script, region and variants: `zh`.
    public var language: Substring { description.prefix { $0 != "-" } }

    /// The tag with a script: its own, or CLDR's likely one. `zh-Hant-TW` for `zh-TW`, `de-Latn` for `de`.
    public var withLikelyScript: String {
        let likely = SubtagTable.cldr.likely
        let rest = description.dropFirst(language.count)
        let next = rest.dropFirst().prefix { $0 != "-" }
        guard !(next.utf8.count == 4 && next.utf8.allSatisfy(\.isLetter)),
            let script = region.flatMap({ likely["\(language)-\($0)"] }) ?? likely[String(language)]
        else { return description }
        return "\(language)-\(script.prefix(4))\(rest)"
    }

    /// The tag, then the tag without its last subtag, and so on (RFC 4647 section 3.4): `zh-Hant-TW`, `zh-Hant`, `zh`.
    static func fallbacks(of tag: String) -> some Sequence<String> {
        sequence(first: tag) { text in
            guard let end = text.lastIndex(of: "-") else { return nil }
            let rest = text[..<end]
            // A singleton introduces the subtag that was removed, and is removed with it.
            let last = rest.split(separator: "-").last
            return String(last?.count == 1 && rest.contains("-") ? rest.dropLast(2) : rest)
        }
    }

    /// The region follows the language, its extensions and its script.
    private static func regionIndex(in subtags: [Substring]) -> Int? {
        let index = subtags.indices.dropFirst().first {
            !(3...4 ~= subtags[$0].utf8.count && subtags[$0].utf8.allSatisfy(\.isLetter))
        }
        guard let index, subtags[0].utf8.count > 1 else { return nil }
        let bytes = subtags[index].utf8
        let isRegion =
            bytes.count == 2 && bytes.allSatisfy(\.isLetter) || bytes.count == 3 && bytes.allSatisfy(\.isDigit)
        return isRegion ? index : nil
    }

    /// Upper and lower case follow RFC 5646 section 2.1.1.
    private static func text(_ subtags: [Substring]) -> String {
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
