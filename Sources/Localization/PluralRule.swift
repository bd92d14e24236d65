import JSON

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
    private init(_ conditions: Conditions) {
        self.conditions = conditions
        wholes = (0..<1_000).map { Self.category(of: PluralOperands(i: $0), conditions) }
        categories = PluralCategory.allCases.filter { category in
            category == .other || conditions.contains { $0.category == category }
        }
        let numbers = (0...1_200).map { $0 * 1_000 } + (0...2_000).map { $0 * 50 }
        let found = Dictionary(grouping: Set(numbers)) {
            Self.category(of: PluralOperands(thousandths: $0), conditions)
        }
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

    /// By language tag, `pl` or `pt-PT`: the table of CLDR, converted by `Scripts/plurals`.
    private static let all: [String: Conditions] = {
        let read = try? CheckedValue.read(JSONValue(parsing: PackageResources.plurals_json)) { value in
            value.object { object in
                let rules = object.required("rules")?.array { $0.object { conditions(reading: &$0) } }
                return rules.map { Dictionary($0.joined()) { first, _ in first } }
            }
        }
        guard let read else { preconditionFailure("the built-in plural rules are checked by tests") }
        return read
    }()

    static func rule(of tag: LanguageTag) -> PluralRule? {
        LanguageTag.fallbacks(of: tag.description).lazy.compactMap { all[$0] }.first.map(PluralRule.init)
    }

    static var languages: [String] { all.keys.sorted() }

    /// Reads the conditions of one rule with the languages that share it.
    private static func conditions(reading object: inout CheckedObject) -> [(String, Conditions)]? {
        let languages = object.required("languages")?.array { $0.string() }
        var conditions: Conditions = []
        for category in PluralCategory.allCases where category != .other {
            guard let text = object.optional(category.name)?.string() else { continue }
            guard let condition = PluralCondition(text) else { return nil }
            conditions.append((category, condition))
        }
        return languages.map { $0.map { ($0, conditions) } }
    }
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
        case "w": f == 0 ? 0 : withoutTrailingZeros.digits
        case "f": f
        case "t": f == 0 ? 0 : withoutTrailingZeros.number
        default: 0
        }
    }

    private var withoutTrailingZeros: (digits: Int, number: Int) {
        var (digits, number) = (v, f)
        while number % 10 == 0, digits > 0 { (digits, number) = (digits - 1, number / 10) }
        return (digits, number)
    }
}

extension PluralOperands {
    /// A number shown without trailing zeros: 1,500 thousandths are `1.5`.
    init(thousandths: Int) {
        let thousandths = max(0, thousandths)
        self.init(i: thousandths / 1_000, v: 3, f: thousandths % 1_000)
        (v, f) = withoutTrailingZeros
    }
}

/// A condition of a plural rule: `v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or v != 0`.
struct PluralCondition: Sendable {
    private struct Relation {
        let operand: Character
        let modulus: Int?
        let isEqual: Bool
        let ranges: [ClosedRange<Int>]
    }

    /// Joined by `or`; the relations of each are joined by `and`.
    private let alternatives: [[Relation]]

    init?(_ text: String) {
        let parsed = text.split(separator: " or ", omittingEmptySubsequences: false).map { alternative in
            alternative.split(separator: " and ", omittingEmptySubsequences: false)
                .map { Self.relation($0.split(separator: " ")) }
        }
        alternatives = parsed.map { $0.compactMap(\.self) }
        if parsed.joined().contains(where: { $0 == nil }) { return nil }
    }

    private static func relation(_ words: [Substring]) -> Relation? {
        guard words.count == 3 || words.count == 5 && words[1] == "%", let operand = words[0].first,
            words[0].count == 1,
            "nivwftce".contains(operand), ["=", "!="].contains(words[words.count - 2])
        else { return nil }
        let modulus = words.count == 5 ? Int(words[2]) : nil
        let ranges = words[words.count - 1].split(separator: ",").compactMap { range -> ClosedRange<Int>? in
            let bounds = range.split(separator: "..").compactMap { Int($0) }
            guard let first = bounds.first, let last = bounds.last, first <= last else { return nil }
            return first...last
        }
        if ranges.isEmpty || words.count == 5 && modulus == nil { return nil }
        return Relation(operand: operand, modulus: modulus, isEqual: words[words.count - 2] == "=", ranges: ranges)
    }

    func isMet(by number: PluralOperands) -> Bool {
        alternatives.contains { $0.allSatisfy { Self.isMet($0, by: number) } }
    }

    private static func isMet(_ relation: Relation, by number: PluralOperands) -> Bool {
        guard var value = number[relation.operand] else { return !relation.isEqual }
        if let modulus = relation.modulus { value %= modulus }
        return relation.ranges.contains { $0.contains(value) } == relation.isEqual
    }
}
