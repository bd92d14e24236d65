import Catalogue

/// The mismatches between an item and the conditions of a search, the most important one first.
///
/// The order is price, place, bedrooms, bathrooms, area, type, all other conditions, and then what the item does not
/// state. Empty where the item fits: exactly where a query with the search's conditions would find it, except for the
/// market. Recommendations keep to the market of the search.
public struct SearchFit: RandomAccessCollection, Sendable {
    private static let maximumCount = 8
    // Inline, so that comparing an item allocates nothing.
    private var mismatches = InlineArray<8, Mismatch?>(repeating: nil)

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of mismatches, at most 8.
    public private(set) var endIndex = 0

    public subscript(position: Int) -> Mismatch {
        precondition(indices.contains(position), "there is no mismatch \(position) among \(count)")
        return mismatches[position]!  // The slots below `endIndex` are filled.
    }

    /// The fit of an item without mismatches.
    init() {}

    init(of row: ItemRow, in snapshot: CatalogueSnapshot, to conditions: SearchConditions) {
        let (price, place) = (snapshot.price(of: row), snapshot.place(of: row))
        let type = snapshot.text(ListingAttribute.type, of: row)
        let bedrooms = snapshot.number(ListingAttribute.bedrooms, of: row)
        let bathrooms = snapshot.number(ListingAttribute.bathrooms, of: row)
        let area = snapshot.number(ListingAttribute.area, of: row)
        compare(price: price, with: conditions)
        compare(place: place, with: conditions.place)
        compare(bedrooms: bedrooms, with: conditions.bedrooms)
        compare(bathrooms: bathrooms, with: conditions.bathrooms)
        compare(area: area, with: conditions.area)
        if let type, !conditions.types.isEmpty, !conditions.types.contains(type) { add(.otherType(type)) }
        for name in snapshot.unmet(conditions, by: row) { add(.attribute(name)) }

        if price == nil, conditions.price.isBounded { add(.attribute("price")) }
        if place == nil, conditions.place != nil { add(.unknown(.place)) }
        if bedrooms == nil, conditions.bedrooms.isBounded { add(.unknown(.bedrooms)) }
        if bathrooms == nil, conditions.bathrooms.isBounded { add(.unknown(.bathrooms)) }
        if area == nil, conditions.area.isBounded { add(.unknown(.area)) }
        if type == nil, !conditions.types.isEmpty { add(.attribute(ListingAttribute.type)) }
    }

    private mutating func compare(price: Money?, with conditions: SearchConditions) {
        guard let price, conditions.price.isBounded else { return }
        guard conditions.currency == nil || price.currency == conditions.currency else {
            return add(.attribute("currency"))
        }
        let amount = Double(price.amount)
        switch conditions.price.side(of: price.amount) {
        case .inside: break
        case .below(let min):
            add(.underMinimum(percent: Mismatch.percent(Double(min) - amount, of: Double(min))))
        case .above(let max): add(.overBudget(percent: Mismatch.percent(amount - Double(max), of: Double(max))))
        }
    }

    private mutating func compare(place: Coordinate?, with area: Area?) {
        guard let place, let area else { return }
        let distance = area.center.distance(to: place)
        if distance > area.radius { add(.outsideArea(meters: Mismatch.whole(meters: distance - area.radius))) }
    }

    private mutating func compare(bedrooms: Double?, with range: ClosedInterval<Double>) {
        guard let bedrooms else { return }
        switch range.side(of: bedrooms) {
        case .inside: break
        case .below(let min): add(.fewerBedrooms(Mismatch.whole(count: min - bedrooms)))
        case .above(let max): add(.moreBedrooms(Mismatch.whole(count: bedrooms - max)))
        }
    }

    private mutating func compare(bathrooms: Double?, with range: ClosedInterval<Double>) {
        guard let bathrooms else { return }
        switch range.side(of: bathrooms) {
        case .inside: break
        case .below(let min): add(.fewerBathrooms(min - bathrooms))
        case .above(let max): add(.moreBathrooms(bathrooms - max))
        }
    }

    private mutating func compare(area: Double?, with range: ClosedInterval<Double>) {
        guard let area else { return }
        switch range.side(of: area) {
        case .inside: break
        case .below(let min): add(.smaller(percent: Mismatch.percent(min - area, of: min)))
        case .above(let max): add(.larger(percent: Mismatch.percent(area - max, of: max)))
        }
    }

    private mutating func add(_ mismatch: Mismatch) {
        guard endIndex < Self.maximumCount else { return }
        mismatches[endIndex] = mismatch
        endIndex += 1
    }
}

extension CatalogueSnapshot {
    /// The names of the fields and attributes without a mismatch of their own on which the item in a row does not meet
    /// a condition.
    fileprivate func unmet(_ conditions: SearchConditions, by row: ItemRow) -> [String] {
        var names: [String] = []
        if conditions.kind != kind(of: row).name { names.append("kind") }
        if let brand = conditions.brand, self.brand(of: row).map({ brands[$0].id }) != brand { names.append("brand") }
        if let category = conditions.category, self.category(of: row) != category { names.append("category") }
        if let collection = conditions.collection, item(row)?.collections.contains(collection) != true {
            names.append("collection")
        }
        for (name, condition) in conditions.others where !meets(condition, on: name, row) { names.append(name) }
        return names
    }
}

extension ClosedInterval {
    fileprivate enum Side {
        case inside
        case below(Bound)
        case above(Bound)
    }

    fileprivate func side(of value: Bound) -> Side {
        if let min, value < min { return .below(min) }
        if let max, value > max { return .above(max) }
        return .inside
    }
}
