extension Coordinate {
    /// The place on the unit sphere, where poles and antimeridian need no special case: from + − × ÷ √ alone, the same on
    /// every machine. Within 10⁻⁹ on each axis.
    var unitVector: SIMD3<Double> {
        let reflected = longitude > 90 ? 180 - longitude : longitude < -90 ? -180 - longitude : longitude
        let toAxis = Self.sine(90 - abs(latitude))
        return SIMD3(toAxis * Self.sine(90 - abs(longitude)), toAxis * Self.sine(reflected), Self.sine(latitude))
    }

    /// The ``unitVector`` in `Float`, and 0.
    package var direction: SIMD4<Float> { SIMD4(SIMD4(unitVector, 0)) }

    /// The length of the chord to another place, in metres, from + − × ÷ √ alone: within 1 m of the distance up to 50 km,
    /// 0.5% shorter at 2,000 km.
    package func chord(to other: Coordinate) -> Float { Self.chord(direction, other.direction) }

    /// - Parameters: ``direction`` of two places; their last numbers do not matter.
    static func chord(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
        let difference = one - other
        let squares = difference * difference
        return Float(earthRadius) * (squares.x + squares.y + squares.z).squareRoot()
    }

    /// The sine of −90° to 90°, by its series: within 10⁻⁹.
    private static func sine(_ degrees: Double) -> Double {
        let angle = degrees * .pi / 180
        let square = angle * angle
        let last = 1 - square / 72 * (1 - square / 110 * (1 - square / 156))
        return angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * last)))
    }
}
