import Foundation
import Testing

@testable import Localization

@Suite struct `A language with several tags` {
    /// The localizer for a request, of strings in these languages, which are empty.
    private func localizer(_ asked: String, among names: String) throws -> Localizer? {
        let names = ["en"] + names.split(separator: " ").map(String.init)
        let languages = try LocalizationFixtures.read(defaultLanguage: "en", names) { _ in Data("{}".utf8) }
        let field = languages.localizer(accepting: asked)
        #expect(try languages.localizer(for: #require(LanguageTag(asked)))?.locale == field?.locale)
        return field
    }

    @Test(arguments: [
        ("iw-IL", "he", "he-IL"), ("he-IL", "iw", "he-IL"), ("heb", "he", "he"), ("in", "id", "id"),
        ("in-ID", "id", "id-ID"), ("id", "in", "id"), ("ji", "yi", "yi"), ("no", "nb", "nb"), ("no-NO", "nb", "nb-NO"),
        ("nb-NO", "no", "nb-NO"), ("no-bok", "nb", "nb"), ("tl", "fil", "fil"), ("tl-PH", "fil", "fil-PH"),
        ("fil", "tl", "fil"), ("sh", "sr-Latn", "sr-Latn"), ("sh-BA", "sr-Latn", "sr-Latn-BA"),
        ("sh-Cyrl", "sr", "sr"), ("cnr", "sr-Latn", "sr-Latn-ME"), ("mo", "ro", "ro"), ("mo-MD", "ro", "ro-MD"),
        ("jw", "jv", "jv"), ("cmn-TW", "zh-Hant", "zh-Hant-TW"), ("prs", "fa", "fa-AF"), ("fas-IR", "fa", "fa-IR"),
        ("scr", "hr", "hr"), ("de-DD", "de", "de-DE"), ("my-BU", "my", "my-MM"), ("es-840", "es", "es-US"),
        ("sh-u-nu-latn", "sr-Latn", "sr-Latn"),
    ])
    func `is found by each`(asked: String, configured: String, found: String) throws {
        #expect(try localizer(asked, among: configured)?.locale.description == found)
    }

    @Test(arguments: [
        ("zh-TW", "zh-Hant zh-Hans", "zh-Hant-TW"), ("zh-HK", "zh-Hans zh-Hant", "zh-Hant-HK"),
        ("zh-MO", "zh zh-Hant", "zh-Hant-MO"), ("zh-CN", "zh-Hans zh-Hant", "zh-Hans-CN"),
        ("zh-SG", "zh zh-Hant", "zh-SG"), ("zh", "zh-Hans zh-Hant", "zh-Hans"), ("zh-Hans-CN", "zh", "zh-CN"),
        ("zh-Hans-HK", "zh zh-Hant", "zh-HK"), ("zh-Hant", "zh-TW zh", "zh-TW"), ("zh-HK", "zh-TW zh", "zh-TW"),
        ("zh-Hant", "zh-HK zh-TW", "zh-TW"), ("zh-TW", "zh", "zh-TW"), ("zh-TW", "zh-Hant-TW", "zh-Hant-TW"),
        ("zh-Hant-TW", "zh-TW", "zh-TW"), ("sr-ME", "sr sr-Latn", "sr-Latn-ME"), ("sr-RS", "sr-Cyrl", "sr-Cyrl-RS"),
        ("sr-Latn-RS", "sr", "sr-RS"), ("az-IR", "az", "az-IR"), ("pt", "pt-PT pt-BR", "pt-BR"),
        ("pt-AO", "pt-BR", "pt-BR"), ("fr", "fr-CA fr-FR", "fr-FR"), ("zh-CN", "ja zh-Hant", nil),
        ("uz-Cyrl", "uz-Latn", nil),
    ])
    func `is found in its likely script, then in that of another region`(
        asked: String,
        configured: String,
        found: String?
    ) throws {
        #expect(try localizer(asked, among: configured)?.locale.description == found)
    }

    @Test(arguments: [
        ("iw-IL", "he", "rtl"), ("ji", "yi", "rtl"), ("prs", "fa", "rtl"), ("az-IR", "az", "ltr"),
        ("uz-AF", "uz", "ltr"),
        ("pa-PK", "pa", "ltr"),
    ])
    func `is written in the direction of its strings`(asked: String, configured: String, direction: String) throws {
        #expect(try localizer(asked, among: configured)?.direction.rawValue == direction)
    }

    /// Foundation has an earlier version of CLDR, which differs in two of a thousand tags.
    @Test func `has the script that Foundation infers for each region`() throws {
        let changed = ["zh-Hant-US", "sr-Cyrl-RU"]
        for language in ["zh", "sr", "az", "de"] {
            for region in Locale.Region.isoRegions.map(\.identifier) where region.count == 2 {
                let maximal = Locale.Language(identifier: "\(language)-\(region)").maximalIdentifier
                let tag = try #require(LanguageTag("\(language)-\(region)"))
                let found = tag.withLikelyScript
                if tag.region == region, !changed.contains(found) { #expect(found == maximal) }
            }
        }
    }

    @Test func `leads to one language by all aliases`() {
        let table = SubtagTable.cldr
        #expect(table.aliases.count > 200 && table.regions.count > 300 && table.likely.count > 200)
        for language in table.aliases.values { #expect(table.aliases[language] == nil, "\(language)") }
        for region in table.regions.values { #expect(table.regions[region] == nil, "\(region)") }
    }
}
