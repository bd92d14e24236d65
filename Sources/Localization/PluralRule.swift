/// A plural category of CLDR.
public enum PluralCategory: Int, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// Its name, in CLDR and in files of words.
    public var name: String { "\(self)" }
}

/// Which form of a phrase goes with which number in one language: the cardinal rules of CLDR (Unicode TR 35 part 3, "Language Plural
/// Rules").
public struct PluralRule: Sendable {
    /// The categories that the language has, in the order of ``PluralCategory``.
    public let categories: [PluralCategory]
    /// Those of ``categories`` that hold a single number, which a phrase may say in words: `two` in Arabic.
    let categoriesOfOne: Set<PluralCategory>
    private let conditions: [(category: PluralCategory, condition: PluralCondition)]

    /// A rule by which a number is of the first category whose condition it meets, and of `other` where it meets none.
    init(_ conditions: [(category: PluralCategory, condition: PluralCondition)]) {
        self.conditions = conditions
        categories = PluralCategory.allCases.filter { category in
            category == .other || conditions.contains { $0.category == category }
        }
        let numbers = (0...1_200).map { $0 * 1_000 } + (0...2_000).map { $0 * 50 }
        let found = Dictionary(grouping: Set(numbers)) {
            Self.category(of: PluralOperands(thousandths: $0), conditions)
        }
        categoriesOfOne = Set(found.filter { $0.value.count == 1 }.keys)
    }

    /// The category of a number.
    public func category(_ number: PluralOperands) -> PluralCategory { Self.category(of: number, conditions) }

    private static func category(
        of number: PluralOperands,
        _ conditions: [(category: PluralCategory, condition: PluralCondition)]
    ) -> PluralCategory {
        conditions.first { $0.condition.isMet(by: number) }?.category ?? .other
    }
}

/// A condition of a plural rule: `v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or v != 0`.
struct PluralCondition: Sendable {
    /// One comparison of an operand with numbers.
    private struct Relation {
        let operand: Character
        /// The operand is taken modulo this; `nil` for as it is.
        let modulus: Int?
        let isEqual: Bool
        let ranges: [ClosedRange<Int>]
    }

    /// One of these has to be met, which is where all of its relations are.
    private let alternatives: [[Relation]]

    /// Reads a condition; `nil` where it is not written as CLDR writes them.
    init?(_ text: String) {
        var alternatives: [[Relation]] = []
        for alternative in text.split(separator: " or ", omittingEmptySubsequences: false) {
            var relations: [Relation] = []
            for relation in alternative.split(separator: " and ", omittingEmptySubsequences: false) {
                guard let relation = Self.relation(relation.split(separator: " ")) else { return nil }
                relations.append(relation)
            }
            alternatives.append(relations)
        }
        if alternatives.isEmpty { return nil }
        self.alternatives = alternatives
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
        return Relation(
            operand: operand,
            modulus: modulus,
            isEqual: words[words.count - 2] == "=",
            ranges: ranges
        )
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
