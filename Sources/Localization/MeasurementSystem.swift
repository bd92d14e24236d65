import Bytes
import Foundation

/// The units that a locale measures in: CLDR's measurement systems, as far as homes and ways are measured.
///
/// Distances come in metres and areas in square metres, and each is told rounded to what a person can use.
enum MeasurementSystem: Int, Sendable {
    case metric
    /// Feet and miles.
    case us
    /// Yards and miles; homes in square feet, as in the preferences of CLDR for floors.
    case uk

    /// The system of the locale's region. Where no region is named nothing is known of what is usual there, and units are
    /// metric, though CLDR would take a language for that of its largest country.
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

    /// A distance from 0 up: its unit, and how many of them in thousandths. Whole metres below 100 and tens below 995, then
    /// tenths of a kilometre below 9.95, then whole ones; feet or yards in tens below a tenth of a mile, then the same.
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
        // From here on the distance rounds to a tenth of a mile or more.
        guard meters < metersPerMile * 0.095 else { return (.miles, thousandths(meters / metersPerMile)) }
        return (small, Int((meters / metersPerSmall / 10).rounded()) * 10_000)
    }

    /// To the tenth below 9.95, and to the whole from there on.
    private static func thousandths(_ value: Double) -> Int {
        value < 9.95 ? Int((value * 10).rounded()) * 100 : Int(value.rounded()) * 1_000
    }

    /// An area from 0 up, as it is written and as it is spoken: its unit, and how many of them in thousandths.
    func area(squareMeters: Double) -> (unit: StringKey, spoken: StringKey, thousandths: Int) {
        let squareFeet = squareMeters / (Self.metersPerFoot * Self.metersPerFoot)
        return switch self {
        case .metric: (.squareMeters, .spokenSquareMeters, Self.whole(squareMeters))
        case .us, .uk: (.squareFeet, .spokenSquareFeet, Self.whole(squareFeet))
        }
    }

    private static func whole(_ value: Double) -> Int {
        Int(min(max(value, 0), 1e12).rounded()) * 1_000
    }
}
