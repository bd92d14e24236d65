import Bytes
import Catalogue
import HomeLayout

/// The part of the Earth that a map shows, and which of its pins are too close to each other to be drawn apart.
///
/// The projection is equirectangular: a degree of longitude is as wide as cos(latitude of the centre) degrees of latitude
/// are high. At the size of a city, other projections differ by less than a point. The region is always one that maps in
/// the Web Mercator projection can show: apps end with an exception on others.
struct MapRegion {
    /// In degrees, as a ``Coordinate``.
    typealias Position = (latitude: Double, longitude: Double)

    let center: Position
    /// In degrees. The region's edges are within ±``latitudeLimit``.
    let latitudeSpan: Double
    /// In degrees; at most 360.
    let longitudeSpan: Double
    /// Pins that overlap are drawn as one, at the mean of their places.
    private(set) var groups: [Group] = []
    /// The group of each pin, as an index; `nil` for an item without a place.
    private(set) var groupOfPin: [Int?]

    /// The most bytes of the member `map`.
    var maximumLength: Int { 192 + 128 * groups.count + 8 * groupOfPin.count }

    /// A pin with the later pins that overlap it.
    struct Group {
        fileprivate let first: Position
        fileprivate var sum: Position
        fileprivate(set) var count = 1

        var isCluster: Bool { count > 1 }

        /// The mean of the places.
        var center: Position {
            (sum.latitude / Double(count), MapRegion.longitude(unrolled: sum.longitude / Double(count)))
        }
    }

    /// The northern edge of Web Mercator, rounded down; its southern edge is as far. Places beyond are shown at it.
    static let latitudeLimit = 85.05
    /// The space that keeps whole pins on the map: a pin stands on its place, and is as wide as a price.
    private static let margins = (sides: 48.0, top: 36.0, bottom: 12.0)
    /// Two pins closer than this overlap. In points.
    private static let pinSize = (width: 64.0, height: 28.0)
    /// In degrees: about 500 m.
    private static let leastSpan = 0.005

    /// The smallest region with all of the places; `nil` if there are none.
    /// - Parameter places: `nil` for items without a place.
    init?(of places: [Coordinate?], on size: Size) {
        guard let bounds = Bounds(of: places) else { return nil }
        let (width, height) = (Double(size.width.thousandths) / 1_000, Double(size.height.thousandths) / 1_000)
        let middle = (bounds.south + bounds.north) / 2
        let narrowing = Self.cosine(ofDegrees: middle)
        let degreesPerPoint = max(
            (bounds.east - bounds.west) * narrowing / max(1, width - 2 * Self.margins.sides),
            (bounds.north - bounds.south) / max(1, height - Self.margins.top - Self.margins.bottom),
            Self.leastSpan / height
        )
        latitudeSpan = min(2 * Self.latitudeLimit, degreesPerPoint * height)
        let northernmost = Self.latitudeLimit - latitudeSpan / 2
        let latitude = middle + (Self.margins.top - Self.margins.bottom) / 2 * degreesPerPoint
        center = (
            min(max(latitude, -northernmost), northernmost),
            Self.longitude(unrolled: (bounds.west + bounds.east) / 2)
        )
        longitudeSpan = min(360, degreesPerPoint * width / narrowing)
        let reach = (Self.pinSize.height * degreesPerPoint, Self.pinSize.width * degreesPerPoint / narrowing)
        groups.reserveCapacity(places.count)
        groupOfPin = []
        groupOfPin.reserveCapacity(places.count)
        for place in places {
            let pin = place.map { ($0.shownLatitude, bounds.unrolled($0.longitude)) }
            groupOfPin.append(pin.map { group(of: $0, within: reach) })
        }
    }

    /// Adds the pin to the first group that it overlaps, or to a new one.
    /// - Parameter reach: Pins as near as this, in degrees, overlap.
    private mutating func group(of pin: Position, within reach: Position) -> Int {
        for index in groups.indices {
            let first = groups[index].first
            guard abs(first.latitude - pin.latitude) < reach.latitude,
                abs(first.longitude - pin.longitude) < reach.longitude
            else { continue }
            groups[index].sum.latitude += pin.latitude
            groups[index].sum.longitude += pin.longitude
            groups[index].count += 1
            return index
        }
        groups.append(Group(first: pin, sum: pin))
        return groups.count - 1
    }

    private static func longitude(unrolled longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude
    }

    /// The cosine to 1e-9, by + and × alone, so that all machines compute the same digits; at least 0.01.
    private static func cosine(ofDegrees degrees: Double) -> Double {
        let square = (degrees * .pi / 180) * (degrees * .pi / 180)
        var (term, sum) = (1.0, 1.0)
        for step in 1...8 {
            term *= -square / Double((2 * step - 1) * (2 * step))
            sum += term
        }
        return max(0.01, sum)
    }
}

/// The least box around places, in degrees. East of the 180th meridian, its longitudes are more than 180.
private struct Bounds {
    var (south, north) = (Double.infinity, -Double.infinity)
    var (west, east) = (Double.infinity, -Double.infinity)

    /// `nil` if there are no places.
    init?(of places: [Coordinate?]) {
        for place in places {
            guard let place else { continue }
            (west, east) = (min(west, place.longitude), max(east, place.longitude))
            (south, north) = (min(south, place.shownLatitude), max(north, place.shownLatitude))
        }
        if east < west { return nil }
        if east - west <= 180 { return }
        // The rest of the circle beside the widest gap between two neighbours may be smaller.
        let longitudes = places.compactMap { $0?.longitude }.sorted()
        for (before, after) in zip(longitudes, longitudes.dropFirst()) where after - before > 360 - (east - west) {
            (west, east) = (after, before + 360)
        }
    }

    func unrolled(_ longitude: Double) -> Double { longitude < west ? longitude + 360 : longitude }
}

extension Coordinate {
    fileprivate var shownLatitude: Double { min(max(latitude, -MapRegion.latitudeLimit), MapRegion.latitudeLimit) }
}

extension OutputSpan<UInt8> {
    /// Appends `,"map":{"region":{…},"clusters":[…]}`.
    mutating func append(_ map: MapRegion) {
        append(",\"map\":{\"region\":{\"latitude\":")
        append(map.center)
        append(",\"latitudeSpan\":")
        append(degrees: map.latitudeSpan)
        append(",\"longitudeSpan\":")
        append(degrees: map.longitudeSpan)
        append(UInt8(ascii: "}"))
        var start: StaticString = ",\"clusters\":[{\"latitude\":"
        for index in map.groups.indices where map.groups[index].isCluster {
            append(start)
            start = ",{\"latitude\":"
            append(map.groups[index].center)
            append(",\"items\":")
            var separator = UInt8(ascii: "[")
            for pin in map.groupOfPin.indices where map.groupOfPin[pin] == index {
                append(separator)
                append(decimal: pin)
                separator = UInt8(ascii: ",")
            }
            append("]}")
        }
        append(map.groups.contains(where: \.isCluster) ? "]}" : "}")
    }

    /// Appends both coordinates, after the key of the first.
    private mutating func append(_ position: MapRegion.Position) {
        append(degrees: position.latitude)
        append(",\"longitude\":")
        append(degrees: position.longitude)
    }

    /// Appends degrees to the hundred thousandth: about a metre.
    private mutating func append(degrees: Double) {
        append(decimal: Int(rounding: degrees * 1e5), places: 5)
    }
}
