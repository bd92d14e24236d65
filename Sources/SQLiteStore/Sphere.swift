import CSQLite
import Glibc
import Catalogue

/// The Earth as a unit sphere in space, which is how the R*Tree sees it.
///
/// In space there are no poles and no antimeridian to take care of, and the length of the chord between two points
/// grows with their great-circle distance: what is nearest by one is nearest by the other. The tree gives its boxes in
/// the order of their least chord to a point, and the distance itself is computed from the stored degrees.
enum Sphere {
    /// A point's place in space, in radii from the centre of the Earth.
    struct Point {
        let x, y, z: Double

        init(_ place: Coordinate) {
            let latitude = place.latitude * .pi / 180
            let longitude = place.longitude * .pi / 180
            x = cos(latitude) * cos(longitude)
            y = cos(latitude) * sin(longitude)
            z = sin(latitude)
        }
    }

    /// How much longer than in truth a chord may be by what the tree knows, in radii.
    ///
    /// The tree keeps 32-bit numbers, rounded outward by up to 2⁻²³ on either side: a point's box reaches no farther
    /// than √3 · 2⁻²² (0.4 millionths of the radius) from the point.
    static let slack = 1e-6

    /// The chord between two points that are `distance` metres apart along the surface, in radii.
    static func chord(_ distance: Double) -> Double {
        2 * sin(min(distance / (2 * Coordinate.earthRadius), .pi / 2))
    }

    /// Gives the connection the R*Tree query `sphere(x, y, z, least, chord)`: the boxes with a point no nearer than `least`
    /// and one no farther than `chord` from the point (x, y, z), the nearest box first.
    static func register(with connection: OpaquePointer) throws(StoreError) {
        let code = unsafe sqlite3_rtree_query_callback(connection, "sphere", { unsafe Sphere.visit($0) }, nil, nil)
        guard code == SQLITE_OK else {
            throw .unavailable(StoreFailure(.outOfResources, "registering an R*Tree query: SQLite code \(code)"))
        }
    }

    private static func visit(_ query: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32 {
        // Sound: SQLite calls with a valid pointer, and with as many parameters and coordinates as it says.
        guard let query = unsafe query, unsafe query.pointee.nParam == 5, unsafe query.pointee.nCoord == 6,
            let parameters = unsafe query.pointee.aParam, let box = unsafe query.pointee.aCoord
        else { return SQLITE_ERROR }
        var square = 0.0
        var farthestSquare = 0.0
        for axis in 0..<3 {
            let value = unsafe parameters[axis]
            let low = unsafe box[2 * axis]
            let high = unsafe box[2 * axis + 1]
            let gap = max(low - value, 0, value - high)
            square += gap * gap
            let reach = max(value - low, high - value)
            farthestSquare += reach * reach
        }
        let chord = square.squareRoot()
        unsafe query.pointee.rScore = chord
        let isWithin = unsafe farthestSquare.squareRoot() >= parameters[3] && chord <= parameters[4]
        unsafe query.pointee.eWithin = isWithin ? PARTLY_WITHIN : NOT_WITHIN
        return SQLITE_OK
    }
}

extension Statement {
    /// Binds the area, without what is nearer to its centre than `distance` metres, to the five parameters of a `sphere`
    /// from `first` on.
    func bind(from first: Int32 = 1, _ area: Area, beyond distance: Double = 0) throws(StoreError) {
        let point = Sphere.Point(area.center)
        let least = Sphere.chord(distance) - Sphere.slack
        try bind(from: first, point.x, point.y, point.z, least, Sphere.chord(area.radius) + Sphere.slack)
    }
}
