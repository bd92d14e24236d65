import Catalogue

/// How alike a value is to a preferred one: 1 where it is the same, less with every difference.
///
///     likeness(d) = halfway / (halfway + d)
///
/// which is ½ at the difference `halfway`.
enum Likeness {
    /// The likeness where either side states no value: neither for the item nor against it.
    static let neutral = 0.5

    /// The likeness at `difference`, 0 or more.
    static func at(_ difference: Double, halfway: Double) -> Double {
        halfway / (halfway + difference)
    }

    /// The likeness by the difference between `value` and the nearer end of `range`.
    static func ofDifference(_ value: Double?, to range: ClosedInterval<Double>, halfway: Double) -> Double {
        guard let value, range.isBounded else { return neutral }
        return switch range.side(of: value) {
        case .inside: 1
        case .below(let min): at(min - value, halfway: halfway)
        case .above(let max): at(value - max, halfway: halfway)
        }
    }

    /// The likeness by the difference between `value` and the nearer end of `range`, as a share of that end, both 0
    /// or more.
    static func ofShare(_ value: Double?, to range: ClosedInterval<Double>, halfway: Double) -> Double {
        guard let value, range.isBounded else { return neutral }
        return switch range.side(of: value) {
        case .inside: 1
        case .below(let min): at((min - value) / min, halfway: halfway)
        case .above(let max): at((value - max) / max, halfway: halfway)
        }
    }

    /// The likeness of two texts: 1 where they are equal, 0 where they differ, neutral where there is none.
    static func ofEquality(_ text: String?, to other: String) -> Double {
        guard let text else { return neutral }
        return text == other ? 1 : 0
    }

    /// The likeness of two numbers of any sign by their difference, as a share of the greater magnitude.
    static func ofNumbers(_ one: Double, _ other: Double, halfway: Double) -> Double {
        let greater = max(abs(one), abs(other))
        return greater > 0 ? at(abs(one - other) / greater, halfway: halfway) : 1
    }
}
