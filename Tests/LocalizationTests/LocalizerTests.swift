import Bytes
import Foundation
import Testing

@testable import Localization

@Suite struct `The strings of each language` {
    @Test(arguments: LocalizationFixtures.names)
    func `use the plural form of every count`(name: String) throws {
        let localizer = try LocalizationFixtures.localizer(name)
        let tag = try #require(LanguageTag(name))
        let rule = try #require(PluralRule.rule(of: tag))
        let data = try Data(contentsOf: LocalizationFixtures.folder.appending(path: "\(name).json"))
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        for key in StringKey.allCases where key.placeholder == .count {
            let forms = try #require(file[key.name] as? [String: String])
            let thousandths = (0...1_000).map { $0 * 1_000 } + (0...100).map { $0 * 500 }
            for count in thousandths {
                let category = rule.category(PluralOperands(thousandths: count))
                let number = (Double(count) / 1_000).formatted(.number.locale(Locale(identifier: name)))
                let expected = try #require(forms[category.name]).replacing("{count}", with: number)
                #expect(localizer.text(key, .number(thousandths: count)) == expected)
            }
        }
        for key in StringKey.allCases {
            let arguments: [Localizer.Argument] =
                switch key.placeholder {
                case .percent: (0...999).map { .percent($0) }
                case .distance: [0, 1, 99, 850, 1_200, 20_040_000].map { .distance(meters: $0) }
                case nil: [.none]
                case .count, .number, .title, .brand: []
                }
            for argument in arguments {
                let text = localizer.text(key, argument)
                #expect(!text.isEmpty && !text.contains("{") && !text.contains("}"))
            }
        }
    }

    @Test(arguments: LocalizationFixtures.names)
    func `name titles and brands of any length`(name: String) throws {
        let localizer = try LocalizationFixtures.localizer(name)
        for key in StringKey.allCases where key.placeholder == .title || key.placeholder == .brand {
            for title in ["Oxford shirt", "قميص", String(repeating: "é", count: 500)] {
                let utf8 = Array(title.utf8)
                let text = [UInt8](capacity: localizer.maximumLength + utf8.count) {
                    localizer.write(key, utf8.span, to: &$0)
                }
                #expect(String(decoding: text, as: UTF8.self).contains(title))
            }
        }
    }

    @Test(arguments: [
        (0, "لا إعلانات جديدة"), (1, "إعلان جديد واحد"), (2, "إعلانان جديدان"), (3, "3 إعلانات جديدة"),
        (11, "11 إعلانًا جديدًا"), (100, "100 إعلان جديد"), (103, "103 إعلانات جديدة"),
    ])
    func `have all six forms in Arabic`(count: Int, text: String) throws {
        #expect(try LocalizationFixtures.localizer("ar").text(.newCount, .number(thousandths: count * 1_000)) == text)
    }

    @Test(arguments: [
        ("en", "less than 1% over your budget", "4% over your budget", "1.2 km outside your area"),
        (
            "de", "weniger als 1\u{a0}% über deinem Budget", "4\u{a0}% über deinem Budget",
            "1,2 km außerhalb deines Suchgebiets"
        ),
        ("tr", "Bütçenizin %1’den az üzerinde", "Bütçenizin %4 üzerinde", "Arama alanınızın 1,2 km dışında"),
        (
            "ar-EG", "أعلى من ميزانيتك بنسبة أقل من ١٪\u{61c}", "أعلى من ميزانيتك بنسبة ٤٪\u{61c}",
            "خارج منطقة بحثك بمسافة ١٫٢ كم"
        ),
    ])
    func `contain percentages and distances`(locale: String, least: String, share: String, way: String) throws {
        let localizer = try LocalizationFixtures.localizer(locale)
        #expect(localizer.text(.overBudget, .percent(0)) == least)
        #expect(localizer.text(.overBudget, .percent(4)) == share)
        #expect(localizer.text(.outsideArea, .distance(meters: 1_200)) == way)
    }

    @Test func `have a revision of their own in each locale`() throws {
        let locales = ["en", "en-US", "en-GB", "de", "de-AT", "tr", "ar", "ar-EG"]
        let revisions = try locales.map { try LocalizationFixtures.localizer($0).revision }
        #expect(Set(revisions).count == locales.count)
        #expect(try locales.map { try LocalizationFixtures.localizer($0).revision } == revisions)
        let changed = try LocalizationFixtures.changed("en") { $0["isNew"] = "Fresh" }
        #expect(changed.defaultLocalizer.revision != revisions[0])
    }
}

@Suite struct `Numbers, distances and areas` {
    @Test(arguments: ["en", "en-IN", "de", "de-AT", "de-CH", "tr", "ar", "ar-EG", "ar-MA", "ar-AE"])
    func `are formatted as Foundation formats them`(name: String) throws {
        let locale = Locale(identifier: name)
        let (format, percentages) = (NumberFormat.numbers(locale), NumberFormat.percentages(locale))
        func written(_ write: (inout OutputSpan<UInt8>) -> Void) -> String {
            let bytes = [UInt8](capacity: max(format.maximumLength, percentages.maximumLength), initializingWith: write)
            return String(decoding: bytes, as: UTF8.self)
        }
        let sizes = [0, 9, 10, 999, 1_000, 9_999, 10_000, 99_999, 100_000, 999_999, 1_000_000, 12_345_678_901]
        // Multiples of a prime have all digits in all places.
        for whole in sizes + (0..<200).map({ $0 * 48_611_477 }) {
            for thousandths in [0, 500, 250, 75, 1] {
                let value = Decimal(whole) + Decimal(thousandths) / 1_000
                let expected = value.formatted(.number.locale(locale).precision(.fractionLength(0...3)))
                #expect(written { format.write(whole * 1_000 + thousandths, to: &$0) } == expected)
            }
        }
        for percent in [1, 9, 42, 999] {
            let expected = (Double(percent) / 100).formatted(.percent.locale(locale))
            #expect(written { percentages.write(percent, places: 0, to: &$0) } == expected)
        }
    }

    @Test(arguments: [
        ("en", 42, "42 m"), ("en", 847, "850 m"), ("en", 1_234, "1.2 km"), ("en", 9_950, "10 km"),
        ("en", 20_040_000, "20,040 km"), ("de", 1_234, "1,2 km"), ("de", 20_040_000, "20.040 km"),
        ("de-CH", 1_234, "1.2 km"), ("tr", 1_234, "1,2 km"), ("ar", 1_234, "1.2 كم"), ("ar-EG", 1_234, "١٫٢ كم"),
        ("en-US", 0, "0 ft"), ("en-US", 42, "140 ft"), ("en-US", 152, "500 ft"), ("en-US", 153, "0.1 mi"),
        ("en-US", 1_179, "0.7 mi"), ("en-US", 15_900, "9.9 mi"), ("en-US", 16_093, "10 mi"),
        ("en-US", 1_700_000, "1,056 mi"),
        ("en-GB", 42, "50 yd"), ("en-GB", 1_609, "1 mi"), ("de-US", 1_179, "0.7 mi"), ("tr-DE", 1_179, "1,2 km"),
    ])
    func `write distances`(locale: String, meters: Int, text: String) throws {
        let localizer = try LocalizationFixtures.localizer(locale)
        #expect(localizer.text { localizer.write(distance: meters, to: &$0) } == text)
    }

    @Test(arguments: [
        ("en", 136.6, "137 m²", "137 square meters"), ("de", 1_234, "1.234 m²", "1.234 Quadratmeter"),
        ("en-US", 137, "1,475 ft²", "1,475 square feet"), ("en-GB", 137, "1,475 ft²", "1,475 square feet"),
        ("tr", 1, "1 m²", "1 metrekare"), ("ar-EG", 2, "٢ م²", "متران مربعان"),
        ("ar", 217, "217 م²", "217 مترًا مربعًا"),
    ])
    func `write areas`(locale: String, area: Double, short: String, spoken: String) throws {
        let localizer = try LocalizationFixtures.localizer(locale)
        #expect(localizer.text { localizer.write(area: area, to: &$0) } == short)
        #expect(localizer.text { localizer.write(area: area, isSpoken: true, to: &$0) } == spoken)
    }

    @Test func `never decrease as the distance grows`() throws {
        for locale in ["en", "en-US", "en-GB"] {
            let localizer = try LocalizationFixtures.localizer(locale)
            let texts = (0...20_000).map { meters in localizer.text { localizer.write(distance: meters, to: &$0) } }
            // No text returns after another one.
            var seen: Set<String> = []
            for (index, text) in texts.enumerated() where index == 0 || texts[index - 1] != text {
                #expect(seen.insert(text).inserted, "\(text) at \(index) m")
            }
        }
    }
}
