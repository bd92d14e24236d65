import Testing
@testable import Localization

@Suite struct `Accepted languages` {
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
    func `are those that the field names, the first time and ever after`(field: String) {
        let expected = languages.localizer(for: AcceptLanguage(field))
        for _ in 0..<3 { #expect(accepted.localizer(for: field) === expected) }
    }

    @Test func `are remembered up to a bound, whoever sends what`() {
        for number in 0..<2000 { _ = accepted.localizer(for: "de;q=0.\(number % 1000), x-\(number)") }
        #expect(1...AcceptLanguageCache.capacity ~= accepted.count)
    }

    @Test func `are remembered once for each value`() {
        for number in 0..<1000 { _ = accepted.localizer(for: "de-\(number * 7 % 10)") }
        #expect(accepted.count == 10)
    }

    @Test func `are read and not remembered where the value is longer than anybody's`() {
        let longest = String(repeating: " ", count: AcceptLanguageCache.maximumFieldLength - 2) + "de"
        #expect(accepted.localizer(for: longest) === languages.localizer(for: AcceptLanguage("de")))
        #expect(accepted.localizer(for: " " + longest) === languages.localizer(for: AcceptLanguage("de")))
        #expect(accepted.count == 1)
    }

    @Test func `are the same for all who ask at once`() async {
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
