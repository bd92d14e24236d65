import Foundation

enum PluralCategory: Int, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// The name in CLDR and in localization files.
    var name: String { "\(self)" }
}

/// The cardinal plural rule of one language (Unicode TR 35 part 3, "Language Plural Rules").
final class PluralRule: Sendable {
    private typealias Conditions = [(category: PluralCategory, condition: PluralCondition)]

    /// In the order of ``PluralCategory``.
    let categories: [PluralCategory]
    /// The ``categories`` that hold a single number, which a string may spell out: `two` in Arabic.
    let categoriesOfOneNumber: Set<PluralCategory>
    private let conditions: Conditions
    /// The categories of the whole numbers from 0 up to those that texts seldom have.
    private let wholes: [PluralCategory]

    /// A rule that gives the first category whose condition is met, otherwise `other`. Takes thousands of numbers to
    /// find the ``categoriesOfOneNumber``, so that it is made only for languages that are asked for.
    private init(_ rule: Table.Rule) {
        let texts = [rule.zero, rule.one, rule.two, rule.few, rule.many]
        let conditions: Conditions = zip(PluralCategory.allCases, texts).compactMap { category, text in
            text.flatMap { PluralCondition($0) }.map { (category, $0) }
        }
        self.conditions = conditions
        categories = conditions.map(\.category) + [.other]
        wholes = (0..<1_000).map { Self.category(of: PluralOperands(i: $0), conditions) }
        let numbers = Set((0...1_200).map { $0 * 1_000 } + (0...2_000).map { $0 * 50 })
        let found = Dictionary(grouping: numbers) { Self.category(of: PluralOperands(thousandths: $0), conditions) }
        categoriesOfOneNumber = Set(found.filter { $0.value.count == 1 }.keys)
    }

    func category(_ number: PluralOperands) -> PluralCategory { Self.category(of: number, conditions) }

    func category(thousandths: Int) -> PluralCategory {
        let (whole, fraction) = max(0, thousandths).quotientAndRemainder(dividingBy: 1_000)
        return fraction == 0 && whole < wholes.count
            ? wholes[whole] : category(PluralOperands(thousandths: thousandths))
    }

    private static func category(of number: PluralOperands, _ conditions: Conditions) -> PluralCategory {
        conditions.first { $0.condition.isMet(by: number) }?.category ?? .other
    }

    // MARK: The rules of CLDR

    /// The table of CLDR, converted by `Scripts/plurals`.
    private struct Table: Decodable {
        let rules: [Rule]

        struct Rule: Decodable {
            let languages: [String]
            let zero, one, two, few, many: String?
        }
    }

    /// By language tag, `pl` or `pt-PT`.
    private static let all: [String: Table.Rule] = {
        guard let table = try? JSONDecoder().decode(Table.self, from: Data(PackageResources.plurals_json)) else {
            preconditionFailure("the built-in plural rules are checked by tests")
        }
        return Dictionary(uniqueKeysWithValues: table.rules.flatMap { rule in rule.languages.map { ($0, rule) } })
    }()

    static func rule(of tag: LanguageTag) -> PluralRule? {
        LanguageTag.fallbacks(of: tag.description).lazy.compactMap { all[$0] }.first.map { PluralRule($0) }
    }

    static var languages: [String] { all.keys.sorted() }
}

/// The digits of a number that plural rules depend on (Unicode TR 35 part 3, "Operands").
struct PluralOperands: Hashable, Sendable {
    var i: Int
    /// Visible fraction digits.
    var v = 0
    /// The visible fraction digits as a number.
    var f = 0

    /// `nil` if the operand is no integer. Numbers are not shown with exponents.
    subscript(name: Character) -> Int? {
        switch name {
        case "n": f == 0 ? i : nil
        case "i": i
        case "v": v
        case "f": f
        case "t": withoutTrailingZeros.f
        default: 0
        }
    }

    private var withoutTrailingZeros: PluralOperands {
        var number = self
        while number.v > 0, number.f % 10 == 0 {
            number.v -= 1
            number.f /= 10
        }
        return number
    }
}

extension PluralOperands {
    /// A number shown without trailing zeros: 1,500 thousandths are `1.5`.
    init(thousandths: Int) {
        let (whole, fraction) = max(0, thousandths).quotientAndRemainder(dividingBy: 1_000)
        self = PluralOperands(i: whole, v: 3, f: fraction).withoutTrailingZeros
    }
}

/// A condition of a plural rule: `v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or v != 0`.
struct PluralCondition: Sendable {
    private struct Relation {
        let operand: Character
        let modulus: Int?
        let isEqual: Bool
        let ranges: [ClosedRange<Int>]

        init?(_ text: Substring) {
            let relation = /([nivfte])(?: % ([0-9]+))? (!?)= ([0-9]+(?:\.\.[0-9]+)?(?:,[0-9]+(?:\.\.[0-9]+)?)*)/
            guard let match = text.wholeMatch(of: relation) else { return nil }
            operand = Character(String(match.1))
            modulus = match.2.flatMap { Int($0) }
            isEqual = match.3.isEmpty
            ranges = match.4.split(separator: ",").compactMap { range in
                let bounds = range.split(separator: "..").compactMap { Int($0) }
                guard let first = bounds.first, let last = bounds.last, first <= last else { return nil }
                return first...last
            }
            if ranges.isEmpty { return nil }
        }

        func isMet(by number: PluralOperands) -> Bool {
            guard var value = number[operand] else { return !isEqual }
            if let modulus { value %= modulus }
            return ranges.contains { $0.contains(value) } == isEqual
        }
    }

    /// Joined by `or`; the relations of each are joined by `and`.
    private let alternatives: [[Relation]]

    init?(_ text: String) {
        let parsed = text.split(separator: " or ", omittingEmptySubsequences: false).map { alternative in
            alternative.split(separator: " and ", omittingEmptySubsequences: false).map { Relation($0) }
        }
        alternatives = parsed.map { $0.compactMap(\.self) }
        if parsed.joined().contains(where: { $0 == nil }) { return nil }
    }

    func isMet(by number: PluralOperands) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.isMet(by: number) } }
    }
}
