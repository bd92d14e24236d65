import Catalogue

/// How alike a value is to a preferred one: 1 where it is the same, less with every difference.
///
///     likeness(d) = halfway / (halfway + d)
///
/// which is ½ at the difference `halfway`.
enum Similarity {
    /// The likeness where either side states no value: neither for the item nor against it.
    static let neutral = 0.5

    /// The likeness at `difference`, 0 or more.
    static func at(_ difference: Double, halfway: Double) -> Double {
        halfway / (halfway + difference)
    }

    /// The likeness of two numbers of any sign by their difference, as a share of the greater magnitude.
    static func ofNumbers(_ one: Double, _ other: Double, halfway: Double) -> Double {
        let greater = max(abs(one), abs(other))
        return greater > 0 ? at(abs(one - other) / greater, halfway: halfway) : 1
    }
}
