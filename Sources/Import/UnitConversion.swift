import Catalogue

extension AttributeUnit {
    /// The units in which a mapping may state numbers of this unit, each with what it amounts to in this unit.
    var conversions: [String: Double] {
        switch self {
        case .squareMeter: ["m2": 1, "sqft": 0.092_903_04, "acre": 4_046.856_422_4, "hectare": 10_000]
        case .meter: ["m": 1, "km": 1_000, "ft": 0.304_8, "mi": 1_609.344]
        case .kilometer: ["m": 0.001, "km": 1, "ft": 0.000_304_8, "mi": 1.609_344]
        case .minute: ["second": 1 / 60, "minute": 1, "hour": 60, "day": 1_440]
        case .hour: ["second": 1 / 3_600, "minute": 1 / 60, "hour": 1, "day": 24]
        case .day: ["minute": 1 / 1_440, "hour": 1 / 24, "day": 1, "week": 7]
        case .year: ["year": 1]
        case .percent: ["percent": 1, "fraction": 100]
        case .gram: ["g": 1, "kg": 1_000, "oz": 28.349_523_125, "lb": 453.592_37]
        case .kilogram: ["g": 0.001, "kg": 1, "oz": 0.028_349_523_125, "lb": 0.453_592_37]
        case .milliliter: ["ml": 1, "l": 1_000]
        case .liter: ["ml": 0.001, "l": 1]
        case .bedroom, .bathroom: [:]
        }
    }
}
