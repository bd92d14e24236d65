import Catalogue
import Words

extension Wording {
    /// A number in its unit, to the hundredth, as it is usual in the locale: `4.5`, `25 min`, `112 m²`.
    /// - Parameter isSpoken: whether a screen reader says it: `112 square meters`.
    func text(_ number: Double, _ unit: AttributeUnit?, isSpoken: Bool) -> String {
        let thousandths = Int((min(max(number, 0), 1_000_000_000_000) * 100).rounded()) * 10
        switch unit {
        case nil: return text { write(number: thousandths, to: &$0) }
        case .squareMeter where isSpoken: return text { write(spokenArea: number, to: &$0) }
        case .squareMeter: return text { write(area: number, to: &$0) }
        case .kilometer: return text { write(distance: thousandths, to: &$0) }
        case .percent: return text { write(percentage: thousandths, to: &$0) }
        case .meter: return text(.meters, .number(thousandths: thousandths))
        case .minute: return text(.minutes, .number(thousandths: thousandths))
        case .hour: return text(.hours, .number(thousandths: thousandths))
        case .day: return text(.days, .count(thousandths: thousandths))
        case .year: return text(.years, .count(thousandths: thousandths))
        case .gram: return text(.grams, .number(thousandths: thousandths))
        case .kilogram: return text(.kilograms, .number(thousandths: thousandths))
        case .milliliter: return text(.milliliters, .number(thousandths: thousandths))
        case .liter: return text(.liters, .number(thousandths: thousandths))
        case .bedroom: return text(isSpoken ? .bedrooms : .bedroomsShort, .count(thousandths: thousandths))
        case .bathroom: return text(isSpoken ? .bathrooms : .bathroomsShort, .count(thousandths: thousandths))
        }
    }
}
