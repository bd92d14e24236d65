import Foundation

/// Foundation's names of minutes, hours and days in a locale, for localization files that lack them. On Linux,
/// Foundation formats no other units.
struct TimeUnitNames {
    let locale: Locale
    let rule: PluralRule

    /// The string for a key in one of the rule's categories: `{number} min`; `nil` if the key is no unit of time, or
    /// Foundation's text shows no number.
    func text(of key: StringKey, _ category: PluralCategory) -> String? {
        guard let placeholder = key.placeholder else { return nil }
        // One digit group, preferably without a fraction.
        let numbers = (2...199).map { Double($0) } + [0, 1] + (1...99).map { Double($0) / 10 }
        let isOfCategory = { (number: Double) in
            placeholder != .count || rule.category(PluralOperands(thousandths: Int(number * 1_000))) == category
        }
        guard let number = numbers.first(where: isOfCategory), let text = text(of: number, key) else { return nil }
        let parts = text.components(separatedBy: number.formatted(.number.locale(locale)))
        return parts.count == 2 ? parts.joined(separator: "{\(placeholder.rawValue)}") : nil
    }

    private func text(of number: Double, _ key: StringKey) -> String? {
        typealias Style = Duration.UnitsFormatStyle
        let (unit, seconds, width): (Style.Unit, Double, Style.UnitWidth)
        switch key {
        case .minutes: (unit, seconds, width) = (.minutes, 60, .abbreviated)
        case .hours: (unit, seconds, width) = (.hours, 3_600, .abbreviated)
        case .days: (unit, seconds, width) = (.days, 86_400, .wide)
        default: return nil
        }
        let style = Style(
            allowedUnits: [unit],
            width: width,
            zeroValueUnits: .show(length: 1),
            fractionalPart: .show(length: number == number.rounded() ? 0 : 1)
        )
        return Duration.seconds(number * seconds).formatted(style.locale(locale))
    }
}
