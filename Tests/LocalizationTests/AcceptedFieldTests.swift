import Testing

@testable import Localization

@Suite struct `The cache of accepted languages` {
    private let accepted: AcceptLanguageCache
    private let languages: SupportedLanguages

    init() throws {
        languages = try LocalizationFixtures.languages()
        accepted = AcceptLanguageCache(languages)
    }

    @Test(arguments: [
        "de-AT", "fr, de;q=0.5, en;q=0.8", "tr-DE,de;q=0.5", "*", "fr", "", "de;q=x", "ar;q=0, de", "é",
        String(repeating: "fr, ", count: 100) + "de", String(repeating: "fr,", count: 20) + "de",
    ])
    func `returns the same localizer as an uncached field`(field: String) {
        let expected = languages.localizer(for: AcceptLanguage(field))
        for _ in 0..<3 { #expect(accepted.localizer(for: field) === expected) }
    }

    @Test func `is bounded`() {
        for number in 0..<2000 { _ = accepted.localizer(for: "de;q=0.\(number % 1000), x-\(number)") }
        #expect(1...AcceptLanguageCache.capacity ~= accepted.count)
    }

    @Test func `has one entry per value`() {
        for number in 0..<1000 { _ = accepted.localizer(for: "de-\(number * 7 % 10)") }
        #expect(accepted.count == 10)
    }

    @Test func `does not store long values`() {
        let longest = String(repeating: " ", count: AcceptLanguageCache.maximumFieldLength - 2) + "de"
        #expect(accepted.localizer(for: longest) === languages.localizer(for: AcceptLanguage("de")))
        #expect(accepted.localizer(for: " " + longest) === languages.localizer(for: AcceptLanguage("de")))
        #expect(accepted.count == 1)
    }

    @Test func `gives the same results to concurrent requests`() async {
        let fields = (0..<60).map { ["de", "tr", "ar", "fr"][$0 % 4] + ", x-\($0)" }
        let expected = fields.map { languages.localizer(for: AcceptLanguage($0))?.locale }
        let accepted = accepted
        let found = await withTaskGroup(of: [LanguageTag?].self) { group in
            for _ in 0..<8 { group.addTask { fields.map { accepted.localizer(for: $0)?.locale } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.count == 8 && found.allSatisfy { $0 == expected })
    }
}
