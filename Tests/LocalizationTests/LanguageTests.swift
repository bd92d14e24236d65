import Foundation
import JSON
import Testing

@testable import Localization

@Suite struct `A language tag` {
    @Test(arguments: [
        ("de", "de", nil), ("DE-at", "de-AT", "AT"), ("zh-hant-tw", "zh-Hant-TW", "TW"), ("es-419", "es-419", "419"),
        ("sl-rozaj-biske", "sl-rozaj-biske", nil), ("de-CH-1996", "de-CH-1996", "CH"),
        ("hy-Latn-IT-arevela", "hy-Latn-IT-arevela", "IT"),
        ("ar-eg-u-nu-latn", "ar-EG-u-nu-latn", "EG"), ("en-a-bbb-x-a", "en-a-bbb-x-a", nil),
        ("x-whatever", "x-whatever", nil),
        ("i-klingon", "i-klingon", nil), ("zh-cmn-Hans-CN", "zh-Hans-CN", "CN"),
        ("en-GB-oed", "en-GB-oed", "GB"), ("en_US", "en-US", "US"), ("zh_hant_TW", "zh-Hant-TW", "TW"),
        ("EN_gb_oed", "en-GB-oed", "GB"), ("de-Latn_at", "de-Latn-AT", "AT"),
    ])
    func `is read in any case, with hyphens or underscores`(text: String, canonical: String, region: String?) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.description == canonical)
        #expect(tag.region == region)
    }

    @Test(arguments: [
        "", "d", "de_", "_de", "de__AT", "de_DE.UTF-8",
        "de-", "-de", "de--AT", "deutschland", "de-AT-", "x", "12", "d1", "dé", "\u{212A}o", "de AT", "*",
        String(repeating: "en-", count: 40) + "x-a", "en-x-" + String(repeating: "a", count: 100),
    ])
    func `is none where it is not well-formed`(text: String) {
        #expect(LanguageTag(text) == nil)
    }
}

@Suite struct `The languages of a config` {
    @Test(arguments: [
        ("de", "de"), ("de-AT", "de-AT"), ("DE-at-1996", "de-AT"), ("de-Latn-AT", "de-AT"),
        ("ar-EG-u-nu-latn", "ar-EG"),
        ("tr-x-a", "tr"), ("en-US", "en-US"), ("de-ZZ", "de"), ("de-QX", "de"), ("fr", nil), ("fr-CH", nil),
        ("x-de", nil), ("i-default", nil), ("deu", "de"), ("ger-at", "de-AT"), ("en-UK", "en-GB"), ("ar-818", "ar-EG"),
    ])
    func `are looked up by the tag, ever shorter, and keep a region that there is`(asked: String, found: String?) throws
    {
        let localizer = try LocalizationFixtures.languages().localizer(for: #require(LanguageTag(asked)))
        #expect(localizer?.locale.description == found)
        #expect(localizer?.language.description == found.map { String($0.prefix(2)) })
    }

    @Test(arguments: [
        ("de", "de"), ("de-AT, de;q=0.9, en;q=0.8", "de-AT"), ("fr, tr;q=0.5, de;q=0.8", "de"),
        ("fr-FR, fr;q=0.9", nil),
        ("en;q=0.5,de;q=0.5", "en"), ("de;q=0, tr;q=0.1", "tr"), ("*", "en"), ("fr, *;q=0.1", "en"),
        ("ar-EG ; q=1.000", "ar-EG"),
        ("", nil), (",, ,de,", "de"), ("de;q=2", nil), ("de;q=0.1234", nil), ("de;level=1", nil), ("de;q=", nil),
        ("d€, de", nil), ("de_DE, de", nil), ("de de", nil), ("en-GB-oed, de", "en-GB"), ("123, de", nil),
        ("de;q=0.5;x=1", nil),
        (String(repeating: "fr,", count: 31) + "de", "de"), (String(repeating: "fr,", count: 32) + "de", nil),
    ])
    func `are chosen by Accept-Language, and a malformed one counts for nothing`(field: String, found: String?) throws {
        #expect(try LocalizationFixtures.languages().localizer(accepting: field)?.locale.description == found)
    }

    @Test func `have a text direction`() throws {
        #expect(
            try LocalizationFixtures.names.map { try LocalizationFixtures.localizer($0).direction.rawValue } == [
                "rtl", "ltr", "ltr", "ltr",
            ]
        )
    }

    @Test func `have a default with its region`() throws {
        #expect(
            try LocalizationFixtures.languages(defaultLanguage: "en-US").defaultLocalizer.locale.description == "en-US"
        )
        #expect(try LocalizationFixtures.languages().defaultLocalizer.locale.description == "en")
    }

    @Test func `create at most one locale per region`() throws {
        let languages = try LocalizationFixtures.languages()
        var seen: Set<String> = []
        for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
            for second in "AEMZ" {
                for variant in ["", "-1996", "-u-nu-latn"] {
                    let tag = try #require(LanguageTag("de-\(first)\(second)\(variant)"))
                    let localizer = try #require(languages.localizer(for: tag))
                    seen.insert(localizer.locale.description)
                }
            }
        }
        #expect(seen.contains("de-DE") && seen.contains("de") && seen.count < 60)
    }
}

@Suite struct `A localization file` {
    private func errors(_ language: String, _ change: (inout [String: Any]) -> Void) -> [String] {
        do {
            _ = try LocalizationFixtures.changed(language, change)
            return []
        } catch let errors as ValidationErrors {
            return errors.all.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `warns of a missing string, which is shown in English`() throws {
        var warnings: [String] = []
        let languages = try LocalizationFixtures.changed("de", warnings: &warnings) { $0["isNew"] = nil }
        #expect(warnings == ["files.de: has no isNew: that is shown in English, or in another form"])
        #expect(languages.defaultLocalizer.text(.isNew) == "New")
        #expect(languages.defaultLocalizer.text(.fitsSearch) == "Passt zu deiner Suche")
    }

    @Test func `warns of a missing plural form, which is shown as other`() throws {
        var warnings: [String] = []
        let languages = try LocalizationFixtures.changed("ar", warnings: &warnings) { strings in
            var forms = strings["bedrooms"] as? [String: String]
            forms?["two"] = nil
            strings["bedrooms"] = forms
        }
        #expect(warnings == ["files.ar: has no bedrooms.two: that is shown in English, or in another form"])
        let other = try LocalizationFixtures.localizer("ar").text(.bedrooms, .number(thousandths: 100_000))
        let two = languages.defaultLocalizer.text(.bedrooms, .number(thousandths: 2_000))
        #expect(two.replacing("2", with: "100").replacing("٢", with: "١٠٠") == other)
    }

    @Test(arguments: [
        ("pl", "1234,5 km", "1200 m²", "2 bedrooms"), ("pt-BR", "1.234,5 km", "1.200 m²", "2 bedrooms"),
        ("fr", "1 234,5 km", "1 200 m²", "2 bedrooms"), ("ja", "1,234.5 km", "1,200 m²", "2 bedrooms"),
    ])
    func `may be empty: numbers and units follow the locale, strings are English`(
        language: String,
        distance: String,
        area: String,
        bedrooms: String
    ) throws {
        var warnings: [String] = []
        let languages = try LocalizationFixtures.read(defaultLanguage: language, [language], warnings: &warnings) { _ in
            Data("{}".utf8)
        }
        let localizer = languages.defaultLocalizer
        #expect(localizer.text(.kilometers, .number(thousandths: 1_234_500)).withPlainSpaces == distance)
        #expect(localizer.text { localizer.write(area: 1_200, to: &$0) }.withPlainSpaces == area)
        #expect(localizer.text(.bedrooms, .number(thousandths: 2_000)) == bedrooms)
        #expect(localizer.text(.bedrooms, .number(thousandths: 1_000)) == "1 bedroom")
        #expect(localizer.text(.overBudget, .percent(5)).withPlainSpaces.contains("5"))
        // A warning for each, so that all can be listed.
        #expect(warnings.count > 40 && warnings[0].hasPrefix("files.\(language): has no listSeparator: that is shown"))
        #expect(Set(warnings).count == warnings.count)
    }

    @Test func `has no unknown keys`() {
        #expect(
            errors("de") { $0["isNeww"] = "Neu" } == [#"files.de: unknown key "isNeww"; did you mean "isNew"?"#]
        )
        #expect(errors("de") { $0["$comment"] = "Duzt." } == [])
    }

    @Test func `has the forms of its language and no others`() {
        let forms = ["one": "{count} neu", "other": "{count} neu"]
        #expect(
            errors("de") { $0["newCount"] = ["one": "{count} neu"] } == [#"files.de.newCount: "other" is missing"#]
        )
        #expect(
            errors("de") { $0["newCount"] = forms.merging(["few": "x"]) { $1 } }
                == [#"files.de.newCount: unknown key "few"; expected one of "one", "other""#]
        )
        #expect(
            errors("de") { $0["newCount"] = "{count} neu" }
                == [#"files.de.newCount: expected an object, found "{count} neu""#]
        )
        #expect(
            errors("de") { $0["isNew"] = forms } == [
                "files.de.isNew: expected a text that is not empty, found an object"
            ]
        )
    }

    @Test(arguments: [
        ("overBudget", "über dem Budget", "{percent} is missing"),
        (
            "overBudget", "{count} über dem Budget",
            #"expected only {percent} in braces, found "{count} über dem Budget""#
        ),
        ("overBudget", "{percent} über {dem Budget", #"expected only {percent} in braces, found " über {dem Budget""#),
        ("isNew", "{count} Neu", #"expected nothing in braces, found "{count} Neu""#),
        ("isNew", "", #"expected a text that is not empty, found """#),
        (
            "isNew", "\"Neu\"",
            "expected a text without \", \\ and control characters; quotation marks are “ and ”"
        ),
    ])
    func `has exactly the placeholder that each string needs`(key: String, text: String, message: String) {
        #expect(errors("de") { $0[key] = text } == ["files.de.\(key): \(message)"])
    }

    @Test func `may omit the number only in a form of one number`() {
        #expect(errors("en") { $0["bedrooms"] = ["one": "one bedroom", "other": "{count} bedrooms"] } == [])
        #expect(
            errors("en") { $0["bedrooms"] = ["one": "{count} bedroom", "other": "bedrooms"] }
                == ["files.en.bedrooms.other: {count} is missing"]
        )
    }

    @Test func `needs a language with a plural rule, and a default among the files`() throws {
        func errors(_ json: String) throws -> [String] {
            do {
                _ = try CheckedValue.read(JSONValue(parsing: json.utf8)) { value in
                    SupportedLanguages(reading: value) {
                        $0.string() == "en" ? PackageFiles.english : $0.mismatch("a file")
                    }
                }
                return []
            } catch let errors as ValidationErrors {
                return errors.all.map(\.description)
            }
        }
        #expect(try errors(#"{"default": "en-US", "files": {"en": "en"}}"#) == [])
        #expect(
            try errors(#"{"default": "fi", "files": {"fi": "en"}}"#) == []
        )
        #expect(
            try errors(#"{"default": "tlh", "files": {"tlh": "en"}}"#).first?
                .hasPrefix("files.tlh: CLDR has no plural rule for tlh; ") == true
        )
        #expect(try errors(#"{"default": "fi", "files": {"en": "en"}}"#) == ["default: no localization file for fi"])
        #expect(
            try errors(#"{"default": "e", "files": {"en": "en"}}"#)
                == [#"default: expected a language tag (BCP 47) such as de or de-AT, found "e""#]
        )
        #expect(
            try errors(#"{"default": "en", "files": {}}"#)
                == ["files: expected 1 to 50 languages, found an object"]
        )
        #expect(try errors(#"{"default": "en", "files": {"en": "x"}}"#) == [#"files.en: expected a file, found "x""#])
        #expect(try errors(#"{"default": "en", "files": {"EN": "en"}}"#) == [])
        #expect(try errors(#"{"default": "iw", "files": {"he": "en"}}"#) == [])
        #expect(
            try errors(#"{"default": "he", "files": {"he": "en", "iw": "en"}}"#)
                == ["files: several names are for the language he-Hebr"]
        )
        #expect(
            try errors(#"{"default": "en", "files": {"en!": "en"}}"#)
                == ["files.en!: expected a language tag (BCP 47) such as de or de-AT as the name"]
        )
        #expect(try errors(#"{"files": {"en": "en"}}"#) == [#""default" is missing"#])
    }

    private enum PackageFiles {
        static let english = try? Array(LocalizationFixtures.file("en"))
    }
}

extension String {
    /// With a space in place of each white space that does not break.
    fileprivate var withPlainSpaces: String {
        replacing("\u{a0}", with: " ").replacing("\u{202f}", with: " ")
    }
}
