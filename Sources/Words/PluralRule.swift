/// A plural category of CLDR.
public enum PluralCategory: Int, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// Its name, in CLDR and in files of words.
    public var name: String { "\(self)" }
}

/// Which form of a phrase goes with which number in one language: the cardinal rules of CLDR.
public struct PluralRule: Sendable {
    /// The categories that the language has, in the order of ``PluralCategory``.
    public let categories: [PluralCategory]
    /// The category of a number.
    public let category: @Sendable (PluralOperands) -> PluralCategory

    /// Those of ``categories`` that hold a single number, which a phrase may say in words: `two` in Arabic.
    let categoriesOfOne: Set<PluralCategory>

    private init(_ categories: PluralCategory..., category: @escaping @Sendable (PluralOperands) -> PluralCategory) {
        self.categories = categories
        self.category = category
        let numbers = (0...1_200).map { $0 * 1_000 } + (0...2_000).map { $0 * 50 }
        let found = Dictionary(grouping: Set(numbers)) { category(PluralOperands(thousandths: $0)) }
        categoriesOfOne = Set(found.filter { $0.value.count == 1 }.keys)
    }

    /// The rules of the languages that can be spoken, by their subtags. To add a language, add its rule here, and a file of
    /// its words to the config.
    public static let byLanguage: [String: PluralRule] = [
        "en": english,
        "de": english,
        "tr": PluralRule(.one, .other) { $0.isWhole(1) ? .one : .other },
        "ar": arabic,
    ]

    private static let english = PluralRule(.one, .other) { $0.i == 1 && $0.v == 0 ? .one : .other }

    private static let arabic = PluralRule(.zero, .one, .two, .few, .many, .other) { number in
        guard number.f == 0 else { return .other }
        switch (number.i, number.i % 100) {
        case (0, _): return .zero
        case (1, _): return .one
        case (2, _): return .two
        case (_, 3...10): return .few
        case (_, 11...99): return .many
        default: return .other
        }
    }
}
