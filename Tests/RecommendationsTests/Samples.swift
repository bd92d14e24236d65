import SeededRandom

@testable import Catalogue

extension Coordinate {
    /// The middle of the town in which the tests' houses stand.
    static let town = Coordinate(latitude: 41.65, longitude: -83.54)!

    /// The place so many metres to the north.
    func north(_ meters: Double) -> Coordinate {
        Coordinate(latitude: latitude + meters / (Self.earthRadius * .pi / 180), longitude: longitude)!
    }

    /// Anywhere within some fifteen kilometres of the town.
    static func random(_ generator: inout SplitMix64) -> Coordinate {
        Coordinate(
            latitude: town.latitude + .random(in: -0.1...0.1, using: &generator),
            longitude: town.longitude + .random(in: -0.15...0.15, using: &generator)
        )!
    }
}

/// A listing: for 200,000.00 with three bedrooms and 100 m² in the middle of the town, but for the changes.
struct House {
    enum Kind: String, CaseIterable {
        case house, townhouse, apartment, studio, duplex, penthouse, land, commercial, other
    }

    var type = Kind.house
    var price = Money(amount: 200_000_00, currency: "USD")
    var bedrooms: Int? = 3
    var bathrooms: Double? = 1.5
    var area: Double? = 100
    var place: Coordinate? = .town
    var market = "toledo"
    var listedAt: Instant = 1_000

    /// The item of this id.
    func item(_ id: String) -> CatalogueItem {
        var attributes: [String: AttributeValue] = ["type": .text(type.rawValue)]
        attributes["bedrooms"] = bedrooms.map { .number(Double($0)) }
        attributes["bathrooms"] = bathrooms.map { .number($0) }
        attributes["area"] = area.map { .number($0) }
        return CatalogueItem(
            id: CatalogueItem.ID(kind: "listing", id: id),
            title: id,
            price: price,
            place: place,
            market: market,
            listedAt: listedAt,
            attributes: attributes
        )
    }

    /// Any house, some details of which may be missing.
    static func random(_ generator: inout SplitMix64) -> House {
        var house = House()
        house.type = .allCases.randomElement(using: &generator)!
        house.price = Money(amount: 1_000_00 * .random(in: 50...400, using: &generator), currency: "USD")
        house.bedrooms = Int.random(in: 0...9, using: &generator) == 0 ? nil : .random(in: 0...6, using: &generator)
        house.bathrooms = Bool.random(using: &generator) ? nil : 0.5 * Double(Int.random(in: 1...8, using: &generator))
        house.area = Int.random(in: 0...9, using: &generator) == 0 ? nil : .random(in: 20...300, using: &generator)
        house.place = Int.random(in: 0...9, using: &generator) == 0 ? nil : .random(&generator)
        house.market = Bool.random(using: &generator) ? "toledo" : "seattle"
        house.listedAt = Instant(seconds: .random(in: 1_000...1_050, using: &generator))
        return house
    }
}

extension ItemFilter {
    /// Any search, of which half of the conditions are missing.
    static func random(_ generator: inout SplitMix64) -> ItemFilter {
        var filter = ItemFilter()
        func half() -> Bool { Bool.random(using: &generator) }
        if half() { filter.market = "toledo" }
        if half() {
            let types = House.Kind.allCases.shuffled(using: &generator).prefix(3)
            filter.attributes["type"] = .anyOf(Set(types.map(\.rawValue)))
        }
        if half() { filter.price.min = 1_000_00 * .random(in: 50...200, using: &generator) }
        if half() { filter.price.max = 1_000_00 * .random(in: 100...400, using: &generator) }
        func range(_ name: String, _ least: ClosedRange<Double>, _ greatest: ClosedRange<Double>) {
            var range = ClosedInterval<Double>.all
            if half() { range.min = Double.random(in: least, using: &generator).rounded() }
            if half() { range.max = Double.random(in: greatest, using: &generator).rounded() }
            if range.isBounded { filter.attributes[name] = .range(range) }
        }
        range("bedrooms", 0...4, 2...6)
        range("bathrooms", 1...2, 3...4)
        range("area", 20...150, 100...300)
        if half() {
            filter.place = Area(center: .random(&generator), radius: .random(in: 500...10_000, using: &generator))
        }
        return filter
    }
}

extension Money {
    /// Makes it so many percent more.
    mutating func raise(_ percent: Int64) {
        self = Money(amount: amount + amount / 100 * percent, currency: currency)
    }
}
