import Glibc

/// Cartesian coordinates around a place on the unit sphere: to the east, to the north, and up.
///
/// Near that place, points differ mostly in the first two, and `Float` has digits to spare.
struct TangentFrame: Sendable {
    private let east: SIMD3<Double>
    private let north: SIMD3<Double>
    private let up: SIMD3<Double>

    /// - Parameter middle: The direction of the place from the center of the Earth, of any length.
    init(at middle: SIMD3<Double>) {
        let longitude = atan2(middle.y, middle.x)
        let latitude = atan2(middle.z, hypot(middle.x, middle.y))
        east = SIMD3(-sin(longitude), cos(longitude), 0)
        north = SIMD3(-sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude))
        up = SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// The coordinates of a point on the unit sphere, and 0.
    func coordinates(of point: SIMD3<Double>) -> SIMD4<Float> {
        SIMD4(Float((east * point).sum()), Float((north * point).sum()), Float((up * point).sum() - 1), 0)
    }
}
