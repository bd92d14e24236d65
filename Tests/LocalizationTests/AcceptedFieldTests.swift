import Testing

@testable import Localization

@Suite struct `The cache of Accept-Language fields` {
    private let languages: SupportedLanguages

    init() throws {
        languages = try LocalizationFixtures.languages()
    }

    @Test(arguments: [
        ("de-AT", "de-AT"), ("fr, de;q=0.5, en;q=0.8", "en"), ("*", "en"), ("fr", nil), ("", nil), ("de;q=x", nil),
        ("ar;q=0, de", "de"), ("é", nil), (String(repeating: "fr, ", count: 100) + "de", nil),
        (String(repeating: "fr,", count: 20) + "de", "de"),
    ])
    func `returns the same localizer each time`(field: String, found: String?) {
        let localizer = languages.localizer(accepting: field)
        #expect(localizer?.locale.description == found)
        for _ in 0..<3 { #expect(languages.localizer(accepting: field) === localizer) }
    }

    @Test func `is bounded`() {
        for number in 0..<20_000 { _ = languages.localizer(accepting: "de;q=0.\(number % 1000), x-\(number)") }
        #expect(1...SupportedLanguages.acceptedSize / 10 ~= languages.acceptedCount)
    }

    @Test func `has one entry per value`() {
        for number in 0..<1000 { _ = languages.localizer(accepting: "de-\(number * 7 % 10)") }
        #expect(languages.acceptedCount == 10)
    }

    @Test func `does not store values that take more than half of it`() {
        let longest = String(repeating: " ", count: SupportedLanguages.acceptedSize / 2 - 2) + "de"
        #expect(languages.localizer(accepting: longest)?.locale.description == "de")
        #expect(languages.localizer(accepting: " " + longest)?.locale.description == "de")
        #expect(languages.acceptedCount == 1)
    }

    @Test func `gives the same results to concurrent requests`() async {
        let fields = (0..<60).map { ["de", "tr", "ar", "fr"][$0 % 4] + ", x-\($0)" }
        let expected = fields.map { languages.localizer(accepting: $0)?.locale }
        let found = await withTaskGroup(of: [LanguageTag?].self) { [languages] group in
            for _ in 0..<8 { group.addTask { fields.map { languages.localizer(accepting: $0)?.locale } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.count == 8 && found.allSatisfy { $0 == expected })
    }
}
