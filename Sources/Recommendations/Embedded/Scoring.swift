import Catalogue

/// Computes the scores of many items at once. Every loop over the items is free of branches and calls, so that the
/// compiler makes vector instructions of it.
///
/// Only + − × ÷ are used: the same items have the same scores on every machine.
struct Scoring {
    private let items: ComparedColumns
    private let count: Int
    /// Six values for each item, one array after the other: see ``Column``.
    private var values: [Float]
    /// The place that north and east are relative to.
    private let origin: Coordinate?
    /// The code of the currency to which the prices among the values are limited; 0 for all.
    private var currency: UInt32 = 0
    private var sums: [Float]
    /// What all items have in common.
    private var base: Float = 0

    private enum Column: Int, CaseIterable {
        /// Minor units; NaN where there is none, or in another currency.
        case price
        /// Radians from the origin; NaN where the place is unknown.
        case north, east
        /// The cosine of the latitude.
        case cosine
        case bedrooms
        /// Square metres.
        case area
    }

    /// Scores of 0 for these items.
    /// - Parameter origin: a place near most of the preferences.
    init(_ items: ComparedColumns, origin: Coordinate?) {
        self.items = items
        self.origin = origin
        count = items.count
        sums = Array(repeating: 0, count: count)
        values = []
        values.reserveCapacity(Column.allCases.count * count)
        values += items.prices
        if let origin {
            let radians = Double.pi / 180
            for latitude in items.latitudes { values.append(Float((latitude - origin.latitude) * radians)) }
            for longitude in items.longitudes {
                values.append(Float(Self.wrapped(longitude - origin.longitude) * radians))
            }
            for latitude in items.latitudes { values.append(Float(Self.cosine(latitude * radians))) }
        } else {
            for _ in 0..<3 * count { values.append(.nan) }
        }
        values += items.bedrooms
        values += items.areas
    }

    /// The scores so far.
    var scores: [Float] { sums.map { $0 + base } }

    /// Adds `value` to every score.
    mutating func add(_ value: Float) { base += value }

    /// Adds the likeness of each item, in all but texts, to a preference for items of their kind.
    mutating func add(_ preference: Preference, weight: Float) {
        let neutral = Float(Similarity.neutral)
        func weigh(_ own: Float, _ isStated: Bool) -> Float {
            if !isStated { base += own * weight * neutral }
            return isStated ? own * weight : 0
        }
        if preference.currency != currency { limitPrices(to: preference.currency) }
        let price = weigh(Preference.priceWeight, preference.price.isBounded)
        let place = weigh(Preference.placeWeight, preference.center != nil && origin != nil)
        let bedrooms = weigh(Preference.bedroomsWeight, preference.bedrooms.isBounded)
        let area = weigh(Preference.areaWeight, preference.area.isBounded)
        if price > 0 { add(.price, preference.price, price) }
        if bedrooms > 0 { add(.bedrooms, preference.bedrooms, bedrooms) }
        if area > 0 { add(.area, preference.area, area) }
        if place > 0, let center = preference.center { add(center, preference.radius, place) }
    }

    /// Adds a value for the type, the brand and the category of each item.
    mutating func add(
        type: (UInt32) -> Float,
        brand: ((UInt32) -> Float)?,
        category: ((UInt32) -> Float)?
    ) {
        Self.add(items.types, &sums, type)
        if let brand { Self.add(items.brands, &sums, brand) }
        if let category { Self.add(items.categories, &sums, category) }
    }

    /// Adds a value for each code; each is computed once, up to some number of codes.
    private static func add(_ codes: [UInt32], _ sums: inout [Float], _ value: (UInt32) -> Float) {
        var known: [(code: UInt32, value: Float)] = []
        for (index, code) in codes.enumerated() {
            if let found = known.first(where: { $0.code == code }) {
                sums[index] += found.value
                continue
            }
            let value = value(code)
            if known.count < 16 { known.append((code, value)) }
            sums[index] += value
        }
    }

    private mutating func limitPrices(to currency: UInt32) {
        self.currency = currency
        for index in 0..<count {
            values[index] = currency == 0 || items.currencies[index] == currency ? items.prices[index] : .nan
        }
    }

    // MARK: Loops

    private mutating func add(_ column: Column, _ range: PreferredRange, _ weight: Float) {
        let neutral = Float(Similarity.neutral)
        let (least, greatest) = (range.least, range.greatest)
        let (halfwayBelow, halfwayAbove) = (range.halfwayBelow, range.halfwayAbove)
        let (count, start) = (count, column.rawValue * count)
        // Sound: there are `count` sums, and as many values from `start` on.
        unsafe sums.withUnsafeMutableBufferPointer { sums in
            unsafe values.withUnsafeBufferPointer { values in
                guard let sums = sums.baseAddress, let values = values.baseAddress else { return }
                let column = unsafe values + start
                for index in 0..<count {
                    let value = unsafe column[index]
                    let (below, above) = (least - value, value - greatest)
                    let outside = below > above ? below : above
                    let halfway = below > 0 ? halfwayBelow : halfwayAbove
                    let beyond = halfway / (halfway + outside)
                    let likeness = outside > 0 ? beyond : 1
                    unsafe sums[index] += weight * (value == value ? likeness : neutral)
                }
            }
        }
    }

    /// Adds the likeness of the places by their distances, see `Coordinate.distance`: here by polynomials.
    private mutating func add(_ center: Coordinate, _ radius: Double, _ weight: Float) {
        guard let origin else { return }
        let neutral = Float(Similarity.neutral)
        let radians = Double.pi / 180
        let north = Float((center.latitude - origin.latitude) * radians)
        let east = Float(Self.wrapped(center.longitude - origin.longitude) * radians)
        let cosine = Float(Self.cosine(center.latitude * radians))
        let halfway = Float(Preference.placeHalfway)
        let edge = Float(radius)
        let earthRadius = Float(Coordinate.earthRadius)
        let turn = 2 * Float.pi
        let (by12, by24, by30, by56): (Float, Float, Float, Float) = (1 / 12, 1 / 24, 1 / 30, 1 / 56)
        let (count, northStart) = (count, Column.north.rawValue * count)
        let (eastStart, cosineStart) = (Column.east.rawValue * count, Column.cosine.rawValue * count)
        // Sound: there are `count` sums, and as many values from each start on.
        unsafe sums.withUnsafeMutableBufferPointer { sums in
            unsafe values.withUnsafeBufferPointer { values in
                guard let sums = sums.baseAddress, let values = values.baseAddress else { return }
                let (norths, easts) = unsafe (values + northStart, values + eastStart)
                let cosines = unsafe values + cosineStart
                for index in 0..<count {
                    let up = unsafe norths[index] - north
                    let across = unsafe (easts[index] - east).magnitude
                    let around = turn - across
                    let right = across < around ? across : around
                    let bothCosines = unsafe cosine * cosines[index]
                    let (up2, right2) = (up * up, right * right)
                    // The squared chord of the unit sphere: 4 sin²(x/2) = x² − x⁴/12 + x⁶/360 − …
                    let chord2 =
                        up2 * (1 - up2 * by12 * (1 - up2 * by30))
                        + bothCosines * right2
                        * (1 - right2 * by12 * (1 - right2 * by30 * (1 - right2 * by56)))
                    let distance = earthRadius * Self.squareRoot(of: chord2) * (1 + chord2 * by24) - edge
                    let outside = distance > 0 ? distance : 0
                    let likeness = halfway / (halfway + outside)
                    unsafe sums[index] += weight * (distance == distance ? likeness : neutral)
                }
            }
        }
    }

    /// The square root by Newton's method. The library's checks its argument, which vector instructions cannot.
    @inline(__always) private static func squareRoot(of square: Float) -> Float {
        // An estimate of the reciprocal within 4%, by halving the exponent.
        var reciprocal = Float(bitPattern: 0x5f37_59df &- (square.bitPattern >> 1))
        let half = square * 0.5
        for _ in 0..<3 { reciprocal *= 1.5 - half * reciprocal * reciprocal }
        return square * reciprocal
    }

    /// A difference of longitudes, −180…180 degrees.
    private static func wrapped(_ degrees: Double) -> Double {
        degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }

    /// The cosine of −π/2…π/2: 1 − 2 sin² of the half.
    static func cosine(_ angle: Double) -> Double {
        let half = angle / 2
        let square = half * half
        let sine = half * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
        return 1 - 2 * sine * sine
    }
}
