import Bytes
import Foundation

/// The measurement system of a locale (CLDR), for distances and areas, which are rounded to useful precision.
enum MeasurementSystem: Int, Sendable {
    case metric
    /// Feet and miles.
    case us
    /// Yards and miles; square feet, as in CLDR's preferences for floors.
    case uk

    /// The system of the locale's region; metric without a region, though CLDR would assume the language's largest one.
    init(_ locale: Locale) {
        switch locale.region == nil ? .metric : locale.measurementSystem {
        case .us: self = .us
        case .uk: self = .uk
        default: self = .metric
        }
    }

    private static let metersPerFoot = 0.3048
    private static let metersPerYard = 0.9144
    private static let metersPerMile = 1_609.344

    /// Thousandths of the unit. Below 100 m in metres, below 995 m in tens, below 9.95 km in tenths of a kilometre,
    /// then in kilometres; feet or yards in tens below 0.1 mi, then as kilometres.
    func distance(meters: Int) -> (unit: StringKey, thousandths: Int) {
        switch self {
        case .metric:
            switch meters {
            case ..<100: (.meters, meters * 1_000)
            case ..<995: (.meters, (meters + 5) / 10 * 10_000)
            case ..<9_950: (.kilometers, (meters + 50) / 100 * 100)
            default: (.kilometers, (meters + 500) / 1_000 * 1_000)
            }
        case .us: Self.imperial(meters, .feet, Self.metersPerFoot)
        case .uk: Self.imperial(meters, .yards, Self.metersPerYard)
        }
    }

    private static func imperial(_ meters: Int, _ small: StringKey, _ metersPerSmall: Double) -> (StringKey, Int) {
        let meters = Double(meters)
        // From 0.095 mi on the distance rounds to a tenth of a mile or more.
        guard meters < metersPerMile * 0.095 else { return (.miles, thousandths(meters / metersPerMile)) }
        return (small, Int((meters / metersPerSmall / 10).rounded()) * 10_000)
    }

    /// Rounds to tenths below 9.95, to integers above.
    private static func thousandths(_ value: Double) -> Int {
        value < 9.95 ? Int((value * 10).rounded()) * 100 : Int(value.rounded()) * 1_000
    }

    /// The units, visible and spoken, and the number of units, in thousandths, of an area from 0 up.
    func area(squareMeters: Double) -> (unit: StringKey, spoken: StringKey, thousandths: Int) {
        let area = self == .metric ? squareMeters : squareMeters / (Self.metersPerFoot * Self.metersPerFoot)
        let thousandths = Int(min(max(area, 0), 1e12).rounded()) * 1_000
        return self == .metric
            ? (.squareMeters, .spokenSquareMeters, thousandths) : (.squareFeet, .spokenSquareFeet, thousandths)
    }
}
