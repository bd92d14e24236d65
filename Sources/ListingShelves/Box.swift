import Glibc
package import Catalogue

/// The smallest range of degrees with all of an area in it, and a little more.
package struct Box: Sendable {
    package let south, north, west, east: Double

    /// More than the rounding of all that is computed here, in degrees: some centimetres.
    private static let slack = 1e-6

    /// The box around the area; `nil` where that reaches a pole or the antimeridian.
    package init?(_ area: Area) {
        let angle = area.radius / Coordinate.earthRadius
        let latitude = area.center.latitude
        let height = angle * 180 / .pi + Self.slack
        guard abs(latitude) + height < 90 else { return nil }
        // Where a circle touches its easternmost meridian: sin(width) = sin(angle) / cos(latitude).
        let width = asin(min(1, sin(angle) / cos(latitude * .pi / 180))) * 180 / .pi + Self.slack
        guard abs(area.center.longitude) + width < 180 else { return nil }
        (south, north) = (latitude - height, latitude + height)
        (west, east) = (area.center.longitude - width, area.center.longitude + width)
    }

    /// Whether the place lies inside.
    func contains(_ place: Coordinate) -> Bool {
        south <= place.latitude && place.latitude <= north && west <= place.longitude && place.longitude <= east
    }
}
