import Glibc

/// Tests whether places are in an area, those outside of its bounding box without computing a distance.
struct AreaMatcher {
    let area: Area
    /// The bounding box, in degrees; `longitudes` is `nil` if the area contains a pole or crosses the antimeridian.
    let latitudes: ClosedRange<Double>
    let longitudes: ClosedRange<Double>?
    private let distances: DistanceCalculator

    init(_ area: Area) {
        self.area = area
        let radians = Double.pi / 180
        let angle = area.radius / Coordinate.earthRadius
        let reach = angle / radians * (1 + 1e-9)
        let center = area.center
        distances = DistanceCalculator(from: center)
        latitudes = center.latitude - reach...center.latitude + reach
        let sine = angle < .pi / 2 ? sin(angle) / cos(center.latitude * radians) : 1
        if sine < 1, latitudes.lowerBound > -90, latitudes.upperBound < 90 {
            let reach = asin(sine) / radians * (1 + 1e-9) + 1e-9
            let (west, east) = (center.longitude - reach, center.longitude + reach)
            longitudes = west >= -180 && east <= 180 ? west...east : nil
        } else {
            longitudes = nil
        }
    }

    func contains(_ place: Coordinate?) -> Bool {
        guard let place, latitudes.contains(place.latitude), longitudes?.contains(place.longitude) ?? true
        else { return false }
        return distances.meters(to: place) <= area.radius
    }
}
