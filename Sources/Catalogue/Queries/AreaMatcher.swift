import Glibc

/// Tests whether places are in an area, mostly without computing distances.
struct AreaMatcher {
    let area: Area
    /// The bounding box, in degrees; `longitudes` is `nil` if the area contains a pole or crosses the antimeridian.
    let latitudes: ClosedRange<Double>
    let longitudes: ClosedRange<Double>?
    private let cosine: Double
    /// The haversine of the radius; 2 if the area is the whole sphere.
    private let haversine: Double

    init(_ area: Area) {
        self.area = area
        let radians = Double.pi / 180
        let angle = area.radius / Coordinate.earthRadius
        let reach = angle / radians * (1 + 1e-9)
        let center = area.center
        latitudes = center.latitude - reach...center.latitude + reach
        cosine = cos(center.latitude * radians)
        haversine = angle < .pi ? sin(angle / 2) * sin(angle / 2) : 2
        let sine = angle < .pi / 2 ? sin(angle) / cosine : 1
        if sine < 1, latitudes.lowerBound > -90, latitudes.upperBound < 90 {
            let reach = asin(sine) / radians * (1 + 1e-9) + 1e-9
            let (west, east) = (center.longitude - reach, center.longitude + reach)
            longitudes = west >= -180 && east <= 180 ? west...east : nil
        } else {
            longitudes = nil
        }
    }

    /// Whether a place, in degrees or NaN, is inside.
    func contains(latitude: Double, longitude: Double) -> Bool {
        let radians = Double.pi / 180
        let north = abs(latitude - area.center.latitude) * radians
        let difference = abs(longitude - area.center.longitude) * radians
        let east = min(difference, 2 * .pi - difference)
        // Bounds of the haversine: x² − x⁴/3 ≤ sin² x ≤ x², and a cosine changes by no more than its angle.
        let (north2, east2) = (north * north / 4, east * east / 4)
        if north2 + cosine * (cosine + north) * east2 < haversine * (1 - 1e-9) { return true }
        let least = north2 * (1 - north2 / 3) + cosine * max(0, cosine - north) * east2 * (1 - east2 / 3)
        if least > haversine * (1 + 1e-9) { return false }
        return area.contains(Coordinate(latitude: latitude, longitude: longitude))
    }
}
