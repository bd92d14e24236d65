import Bytes
import Catalogue
import Localization

extension Localizer {
    func moneyFormat(_ currency: String) -> MoneyFormat {
        moneyFormat(currency, digits: Money.minorUnitDigits(of: currency))
    }

    /// Writes a number with its unit, in the locale's format: `4.5`, `25 min`, `112 m²`; to the hundredth, or with so
    /// many `decimals`.
    /// - Parameter isSpoken: Whether the text is for screen readers: `112 square meters`.
    func write(
        _ number: Double,
        _ unit: AttributeUnit?,
        decimals: Int?,
        isSpoken: Bool,
        to bytes: inout OutputSpan<UInt8>
    ) {
        // Rounded once: 4.949 with one decimal is 4.9.
        var units = 1_000
        for _ in (decimals ?? 2)..<3 { units /= 10 }
        let rounded = (min(max(number, 0), 1_000_000_000_000) * Double(units)).rounded()
        let thousandths = Int(rounded) * (1_000 / units)
        switch unit {
        case nil: write(number: thousandths, decimals: decimals, to: &bytes)
        case .squareMeter where isSpoken: write(spokenArea: number, to: &bytes)
        case .squareMeter: write(area: number, to: &bytes)
        case .kilometer: write(distance: thousandths, to: &bytes)
        case .percent: write(percentage: thousandths, to: &bytes)
        case .meter: write(.meters, .number(thousandths: thousandths), to: &bytes)
        case .minute: write(.minutes, .number(thousandths: thousandths), to: &bytes)
        case .hour: write(.hours, .number(thousandths: thousandths), to: &bytes)
        case .day: write(.days, .count(thousandths: thousandths), to: &bytes)
        case .year: write(.years, .count(thousandths: thousandths), to: &bytes)
        case .gram: write(.grams, .number(thousandths: thousandths), to: &bytes)
        case .kilogram: write(.kilograms, .number(thousandths: thousandths), to: &bytes)
        case .milliliter: write(.milliliters, .number(thousandths: thousandths), to: &bytes)
        case .liter: write(.liters, .number(thousandths: thousandths), to: &bytes)
        case .bedroom: write(isSpoken ? .bedrooms : .bedroomsShort, .count(thousandths: thousandths), to: &bytes)
        case .bathroom: write(isSpoken ? .bathrooms : .bathroomsShort, .count(thousandths: thousandths), to: &bytes)
        }
    }
}
