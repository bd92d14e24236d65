import Foundation

/// How units of time are written in a locale, which are those that Foundation knows on Linux: for a language whose file of words does not
/// say it.
struct UnitNames {
    private let locale: Locale
    private let rule: PluralRule

    /// The names in a locale whose plural forms `rule` tells apart.
    init(_ locale: Locale, _ rule: PluralRule) {
        self.locale = locale
        self.rule = rule
    }

    /// The text for a phrase in one of the rule's categories, such as `{number} min`; `nil` where the phrase is no unit, or Foundation does
    /// not show a number in it.
    func text(of phrase: StringKey, _ category: PluralCategory) -> String? {
        guard let placeholder = phrase.placeholder else { return nil }
        // A number of one digit group and, where there is such a one, without a fraction.
        let numbers = (2...199).map { Double($0) } + [0, 1] + (1...99).map { Double($0) / 10 }
        let isOfCategory = { (number: Double) in
            placeholder != .count || rule.category(PluralOperands(thousandths: Int(number * 1_000))) == category
        }
        guard let number = numbers.first(where: isOfCategory), let text = text(of: number, phrase) else { return nil }
        let parts = text.components(separatedBy: number.formatted(.number.locale(locale)))
        return parts.count == 2 ? parts.joined(separator: "{\(placeholder.rawValue)}") : nil
    }

    private func text(of number: Double, _ phrase: StringKey) -> String? {
        switch phrase {
        case .minutes: text(of: number, .minutes, seconds: 60, .abbreviated)
        case .hours: text(of: number, .hours, seconds: 3_600, .abbreviated)
        case .days: text(of: number, .days, seconds: 86_400, .wide)
        default: nil
        }
    }

    private func text(
        of number: Double,
        _ unit: Duration.UnitsFormatStyle.Unit,
        seconds: Double,
        _ width: Duration.UnitsFormatStyle.UnitWidth
    ) -> String {
        let digits = number == number.rounded() ? 0 : 1
        let style = Duration.UnitsFormatStyle(
            allowedUnits: [unit],
            width: width,
            zeroValueUnits: .show(length: 1),
            fractionalPart: .show(length: digits)
        )
        return Duration.seconds(number * seconds).formatted(style.locale(locale))
    }
}

extension StringKey {
    /// Whether it is the symbol of a metric unit, which is the same in most languages (SI Brochure, section 5.2).
    var isInternational: Bool {
        switch self {
        case .meters, .kilometers, .squareMeters, .grams, .kilograms, .milliliters, .liters: true
        default: false
        }
    }
}
