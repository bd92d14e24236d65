@testable import HTTPServer
@testable import Localization

/// Fuzzes language tags against the grammar of language ranges (RFC 4647 section 2.1).
enum Tags {
    static func test(_ input: [UInt8]) {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        let tag = LanguageTag(text)
        checkAgainstGrammar(tag, input)
        guard let tag else { return }
        let small = input.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0.lowercased }
        let large = small.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 & 0xdf : $0 }
        let underscored = small.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
        for other in [small, large, underscored] {
            let text = String(decoding: other, as: UTF8.self)
            expect(LanguageTag(text) == tag, "\(text) is \(tag)")
        }
        checkParts(of: tag)
    }

    private static func checkAgainstGrammar(_ tag: LanguageTag?, _ input: [UInt8]) {
        guard input.count <= LanguageTag.maximumLength, input.allSatisfy({ $0 < 0x80 }) else {
            return expect(tag == nil, "a tag is short and ASCII, found \(tag as Any)")
        }
        let text = String(decoding: input.map(\.lowercased), as: UTF8.self).replacing("_", with: "-")
        let isTag = text.count > 1 && text.wholeMatch(of: #/[a-z]{1,8}(-[a-z0-9]{1,8})*/#) != nil
        expect(isTag == (tag != nil), "\(text) is \(isTag ? "a" : "no") tag")
    }

    /// Checks a tag's region and its fallbacks.
    static func checkParts(of tag: LanguageTag) {
        expect(LanguageTag(tag.description) == tag, "\(tag) stays the same")
        let subtags = tag.description.split(separator: "-")
        expect(tag.region.map { subtags.dropFirst().contains(Substring($0)) } ?? true, "\(tag) has its region")
        var last = tag.description
        for fallback in LanguageTag.fallbacks(of: last).dropFirst() {
            expect(!fallback.isEmpty && last.hasPrefix(fallback + "-"), "\(fallback) is shorter than \(last)")
            last = fallback
        }
        expect(last == String(subtags[0]), "\(tag) ends as its first part, found \(last)")
        guard let localizer = SupportedLanguages.english.localizer(for: tag) else {
            return expect(subtags[0] != "en", "\(tag) is English")
        }
        expect(localizer.locale.description.hasPrefix("en"), "\(tag) is no English, found \(localizer.locale)")
        expect(
            localizer.locale.region.map { $0 == tag.region } ?? true,
            "\(localizer.locale) keeps the region of \(tag)"
        )
    }
}
