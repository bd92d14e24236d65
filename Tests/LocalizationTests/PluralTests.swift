import Foundation
import JSON
import Testing

@testable import Localization

/// The samples of CLDR, by language and category: numbers with the decimal sign and the ellipses as they stand there.
private let samples: [(language: String, category: PluralCategory, numbers: String)] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/cldr/plurals.json")
        .path
    guard case .object(let file) = try? JSONValue(parsing: FileManager.default.contents(atPath: path) ?? Data()),
        case .object(let supplemental)? = file["supplemental"],
        case .object(let languages)? = supplemental["plurals-type-cardinal"]
    else { return [] }
    return languages.flatMap { language, rules -> [(String, PluralCategory, String)] in
        guard case .object(let rules) = rules else { return [] }
        return rules.flatMap { name, rule -> [(String, PluralCategory, String)] in
            guard case .string(let text) = rule,
                let category = PluralCategory.allCases.first(where: { name.hasSuffix("-\($0.name)") })
            else { return [] }
            return text.split(separator: "@").dropFirst().map { list in
                (language, category, String(list.drop { $0 != " " }).trimmingCharacters(in: .whitespaces))
            }
        }
    }
}()

@Suite struct `A plural rule` {
    @Test func `agrees with CLDR's samples of all languages`() throws {
        #expect(samples.count > 500 && Set(samples.map(\.language)) == Set(PluralRule.languages))
        var count = 0
        for (language, category, numbers) in samples {
            let tag = try #require(LanguageTag(language))
            let rule = try #require(PluralRule.rule(of: tag))
            // Numbers such as 1c6 are 1,000,000 in words, which are not shown.
            for operands in try operands(of: numbers) {
                count += 1
                if rule.category(operands) != category { Issue.record("\(language): \(operands) is not \(category)") }
            }
        }
        #expect(count > 10_000)
    }

    @Test(arguments: ["en", "de", "tr", "ar", "pl", "pt-BR", "ja", "ru", "cy"])
    func `has exactly the categories of its numbers`(language: String) throws {
        let tag = try #require(LanguageTag(language))
        let rule = try #require(PluralRule.rule(of: tag))
        let numbers = (0...20_000).map { $0 * 100 } + [1_000_000_000]
        let found = Set(numbers.map { rule.category(PluralOperands(thousandths: $0)) })
        #expect(found == Set(rule.categories))
        #expect(rule.categories == PluralCategory.allCases.filter(found.contains))
    }

    @Test func `falls back from the region to the language`() throws {
        func rule(_ tag: String) throws -> PluralRule? { PluralRule.rule(of: try #require(LanguageTag(tag))) }
        #expect(try rule("pt-BR")?.category(PluralOperands(i: 0)) == .one)
        #expect(try rule("pt-PT")?.category(PluralOperands(i: 0)) == .other)
        #expect(try rule("tlh") == nil)
    }

    @Test func `has categories of a single number`() throws {
        func categories(_ tag: String) throws -> Set<PluralCategory>? {
            PluralRule.rule(of: try #require(LanguageTag(tag)))?.categoriesOfOneNumber
        }
        #expect(try categories("en") == [.one])
        #expect(try categories("tr") == [.one])
        #expect(try categories("ar") == [.zero, .one, .two])
        #expect(try categories("ru") == [])
    }

    @Test(arguments: ["n = ", "x = 1", "n % = 1", "n = 1 and", "n < 3", "n = 3..1", ""])
    func `is rejected if it is malformed`(text: String) {
        #expect(PluralCondition(text) == nil)
    }

    @Test(arguments: [
        (0, PluralOperands(i: 0)), (1_000, PluralOperands(i: 1)), (1_500, PluralOperands(i: 1, v: 1, f: 5)),
        (2_050, PluralOperands(i: 2, v: 2, f: 5)), (12_345, PluralOperands(i: 12, v: 3, f: 345)),
        (-1_000, PluralOperands(i: 0)),
    ])
    func `depends on the visible digits`(thousandths: Int, operands: PluralOperands) {
        #expect(PluralOperands(thousandths: thousandths) == operands)
    }

    /// The numbers of a list such as `0, 2~16, 1.5, …`.
    private func operands(of list: String) throws -> [PluralOperands] {
        try list.split(separator: ", ").filter { $0 != "…" && !$0.contains("c") && !$0.contains("e") }.flatMap {
            sample in
            let ends = try sample.split(separator: "~").map { try number($0) }
            let (first, last) = (ends[0], ends[ends.count - 1])
            let unit = [1, 10, 100, 1_000, 10_000][first.v]
            return (first.i * unit + first.f...last.i * unit + last.f).map {
                PluralOperands(i: $0 / unit, v: first.v, f: $0 % unit)
            }
        }
    }

    private func number(_ text: Substring) throws -> PluralOperands {
        let parts = text.split(separator: ".")
        let fraction = parts.count > 1 ? parts[1] : ""
        return PluralOperands(i: try #require(Int(parts[0])), v: fraction.count, f: Int(fraction) ?? 0)
    }
}
