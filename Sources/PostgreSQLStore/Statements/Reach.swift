import Glibc
import Catalogue

/// How far from a centre statements look: the haversine of the angle, with a little slack.
///
/// Statements compute haversines by the server's own sine and cosine, which may differ from this machine's in their last bits.
/// So they leave out only what certainly does not belong, and what they give is held against
/// ``Catalogue/Coordinate/distance(to:)`` before anyone sees it.
enum Reach {
    /// Far more than the rounding of a half chord, which is computed to a few 2⁻⁵³: 6 micrometres, and a billionth of it.
    private static let slack = (absolute: 1e-12, relative: 1e-9)

    /// A haversine that nothing within `distance` metres has more of.
    static func outer(_ distance: Double) -> Double {
        let chord = halfChord(distance) * (1 + slack.relative) + slack.absolute
        return chord * chord
    }

    /// A haversine that nothing `distance` metres away or farther has less of; below 0 where that is anything.
    static func inner(_ distance: Double) -> Double {
        let chord = halfChord(distance) * (1 - slack.relative) - slack.absolute
        return chord > 0 ? chord * chord : -1
    }

    private static func halfChord(_ distance: Double) -> Double {
        sin(min(distance / (2 * Coordinate.earthRadius), .pi / 2))
    }
}
