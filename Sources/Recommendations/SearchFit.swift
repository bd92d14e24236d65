public import Catalogue

/// How a listing stands to the criteria of a search: the respects in which it misses them, the most telling one first.
///
/// The order is price, place, bedrooms, bathrooms, area, type, and then whatever the listing does not state. Empty
/// where the listing fits, which is just where `PropertyStore.newest(matching:after:at:limit:)` would find it, but for the
/// market, which ``Recommendations`` keep to: what is of another is no miss to be told of.
public struct SearchFit: RandomAccessCollection, Sendable {
    // One slot for each respect, so that judging an item allocates nothing.
    private var misses = InlineArray<6, Miss?>(repeating: nil)

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of misses, at most 6.
    public private(set) var endIndex = 0

    /// The miss at `position`.
    public subscript(position: Int) -> Miss {
        precondition(indices.contains(position), "there is no miss \(position) among \(count)")
        return misses[position]!  // The slots below `endIndex` are filled.
    }

    /// Whether the listing meets every condition.
    public var fits: Bool { isEmpty }

    /// Judges `listing` by `criteria`.
    public init(of listing: ListingHit, to criteria: SearchCriteria) {
        judge(price: listing.price, by: criteria.price)
        judge(place: listing.place, by: criteria.place)
        judge(bedrooms: listing.bedrooms, by: criteria.bedrooms)
        judge(bathrooms: listing.bathrooms, by: criteria.bathrooms)
        judge(area: listing.area, by: criteria.area)
        if !criteria.types.isEmpty, !criteria.types.contains(listing.type) { add(.otherType(listing.type)) }

        if listing.place == nil, criteria.place != nil { add(.unknown(.place)) }
        if listing.bedrooms == nil, criteria.bedrooms.isBounded { add(.unknown(.bedrooms)) }
        if listing.bathrooms == nil, criteria.bathrooms.isBounded { add(.unknown(.bathrooms)) }
        if listing.area == nil, criteria.area.isBounded { add(.unknown(.area)) }
    }

    private mutating func judge(price: Int64, by range: ClosedInterval<Int64>) {
        switch range.side(of: price) {
        case .inside: break
        case .below(let min): add(.underMinimum(percent: Miss.percent(Double(min) - Double(price), of: Double(min))))
        case .above(let max): add(.overBudget(percent: Miss.percent(Double(price) - Double(max), of: Double(max))))
        }
    }

    private mutating func judge(place: Coordinate?, by area: Area?) {
        guard let place, let area else { return }
        let distance = area.center.distance(to: place)
        if distance > area.radius { add(.outsideArea(meters: Miss.whole(meters: distance - area.radius))) }
    }

    private mutating func judge(bedrooms: Int?, by range: ClosedInterval<Int>) {
        guard let bedrooms else { return }
        switch range.side(of: bedrooms) {
        case .inside: break
        case .below(let min): add(.fewerBedrooms(min.saturatingSubtracting(bedrooms)))
        case .above(let max): add(.moreBedrooms(bedrooms.saturatingSubtracting(max)))
        }
    }

    private mutating func judge(bathrooms: Double?, by range: ClosedInterval<Double>) {
        guard let bathrooms else { return }
        switch range.side(of: bathrooms) {
        case .inside: break
        case .below(let min): add(.fewerBathrooms(min - bathrooms))
        case .above(let max): add(.moreBathrooms(bathrooms - max))
        }
    }

    private mutating func judge(area: Double?, by range: ClosedInterval<Double>) {
        guard let area else { return }
        switch range.side(of: area) {
        case .inside: break
        case .below(let min): add(.smaller(percent: Miss.percent(min - area, of: min)))
        case .above(let max): add(.larger(percent: Miss.percent(area - max, of: max)))
        }
    }

    private mutating func add(_ miss: Miss) {
        misses[endIndex] = miss
        endIndex += 1
    }
}
