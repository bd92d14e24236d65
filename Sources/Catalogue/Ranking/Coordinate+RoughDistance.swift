extension Coordinate {
    /// The length of a degree of latitude.
    static let metersPerDegree = earthRadius * .pi / 180

    /// A distance in metres from + − × ÷ √ alone, the same on every machine. Within 1% up to 200 km; beyond, it grows
    /// with the distance.
    package func roughDistance(latitude: Double, longitude: Double) -> Double {
        var east = longitude - self.longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        let x = east * Self.metersPerDegree * cosine(halfwayTo: latitude)
        let y = (latitude - self.latitude) * Self.metersPerDegree
        return (x * x + y * y).squareRoot()
    }

    /// The cosine of the latitude in the middle between this place and another.
    private func cosine(halfwayTo latitude: Double) -> Double {
        let middle = (latitude + self.latitude) / 2 * .pi / 180
        let square = middle * middle
        // The cosine's series: from −π/2 to π/2 within 10⁻⁶.
        return max(0, 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56))))
    }
}
