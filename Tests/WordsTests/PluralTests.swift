import Testing

@testable import Words

/// The samples of CLDR 46, `common/supplemental/plurals.xml`, with the decimal sign and the ellipses as they stand there.
private let samples: [(language: String, category: PluralCategory, numbers: String)] = [
    ("en", .one, "1"),
    ("en", .other, "0, 2~16, 100, 1000, 10000, 100000, 1000000, …"),
    ("en", .other, "0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0, …"),
    ("de", .one, "1"),
    ("de", .other, "0, 2~16, 100, 1000, 10000, 100000, 1000000, …"),
    ("de", .other, "0.0~1.5, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0, …"),
    ("tr", .one, "1"),
    ("tr", .one, "1.0, 1.00, 1.000, 1.0000"),
    ("tr", .other, "0, 2~16, 100, 1000, 10000, 100000, 1000000, …"),
    ("tr", .other, "0.0~0.9, 1.1~1.6, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0, …"),
    ("ar", .zero, "0"),
    ("ar", .zero, "0.0, 0.00, 0.000, 0.0000"),
    ("ar", .one, "1"),
    ("ar", .one, "1.0, 1.00, 1.000, 1.0000"),
    ("ar", .two, "2"),
    ("ar", .two, "2.0, 2.00, 2.000, 2.0000"),
    ("ar", .few, "3~10, 103~110, 1003, …"),
    ("ar", .few, "3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 103.0, 1003.0, …"),
    ("ar", .many, "11~26, 111, 1011, …"),
    ("ar", .many, "11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 111.0, 1011.0, …"),
    ("ar", .other, "100~102, 200~202, 300~302, 400~402, 500~502, 600, 1000, 10000, 100000, 1000000, …"),
    ("ar", .other, "0.1~0.9, 1.1~1.7, 10.1, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0, …"),
]

@Suite struct `A plural rule` {
    @Test(arguments: samples)
    func `puts CLDR's samples where CLDR has them`(language: String, category: PluralCategory, numbers: String) throws {
        let rule = try #require(PluralRule.byLanguage[language])
        for operands in try operands(of: numbers) {
            #expect(rule.category(operands) == category, "\(language): \(operands)")
        }
    }

    @Test(arguments: PluralRule.byLanguage.keys.sorted())
    func `has the categories that it puts numbers into, and no others`(language: String) throws {
        let rule = try #require(PluralRule.byLanguage[language])
        let found = Set((0...20_000).map { rule.category(PluralOperands(thousandths: $0 * 100)) })
        #expect(found == Set(rule.categories))
        #expect(rule.categories == PluralCategory.allCases.filter(found.contains))
    }

    @Test func `knows which categories are a single number`() {
        #expect(PluralRule.byLanguage["en"]?.categoriesOfOne == [.one])
        #expect(PluralRule.byLanguage["tr"]?.categoriesOfOne == [.one])
        #expect(PluralRule.byLanguage["ar"]?.categoriesOfOne == [.zero, .one, .two])
    }

    @Test(arguments: [
        (0, PluralOperands(i: 0)), (1_000, PluralOperands(i: 1)), (1_500, PluralOperands(i: 1, v: 1, f: 5)),
        (2_050, PluralOperands(i: 2, v: 2, f: 5)), (12_345, PluralOperands(i: 12, v: 3, f: 345)),
        (-1_000, PluralOperands(i: 0)),
    ])
    func `sees a number with the digits that are shown`(thousandths: Int, operands: PluralOperands) {
        #expect(PluralOperands(thousandths: thousandths) == operands)
    }

    /// The numbers of a list such as `0, 2~16, 1.5, …`.
    private func operands(of list: String) throws -> [PluralOperands] {
        try list.split(separator: ", ").filter { $0 != "…" }.flatMap { sample in
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
