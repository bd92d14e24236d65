import Catalogue
import Localization

extension Localizer {
    /// Writes a number in its unit, to the hundredth, as it is usual in the locale: `4.5`, `25 min`, `112 m²`.
    /// - Parameter isSpoken: whether a screen reader says it: `112 square meters`.
    func write(_ number: Double, _ unit: AttributeUnit?, isSpoken: Bool, to bytes: inout OutputSpan<UInt8>) {
        let thousandths = Int((min(max(number, 0), 1_000_000_000_000) * 100).rounded()) * 10
        switch unit {
        case nil: write(number: thousandths, to: &bytes)
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
