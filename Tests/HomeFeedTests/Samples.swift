import Foundation
import SeededRandom
import Testing

@testable import Catalogue

extension Coordinate {
    /// The middle of the town in which the tests' listings stand.
    static let town = Coordinate(latitude: 41.65, longitude: -83.54)!

    /// The place so many metres to the north.
    func north(_ meters: Double) -> Coordinate {
        Coordinate(latitude: latitude + meters / (Self.earthRadius * .pi / 180), longitude: longitude)!
    }

    /// Anywhere within some ten kilometres of the town.
    static func random(_ generator: inout SplitMix64) -> Coordinate {
        Coordinate(
            latitude: town.latitude + .random(in: -0.08...0.08, using: &generator),
            longitude: town.longitude + .random(in: -0.1...0.1, using: &generator)
        )!
    }
}

extension CatalogueItem {
    /// A house in the middle of the town, in the market `toledo`.
    static func house(
        _ id: String,
        price: Int64 = 200_000_00,
        bedrooms: Int? = 3,
        at place: Coordinate? = .town,
        market: String = "toledo",
        listedAt: Instant = 1_000,
        title: String = "A house"
    ) -> CatalogueItem {
        var attributes: [String: AttributeValue] = ["type": .text("house")]
        if let bedrooms { attributes["bedrooms"] = .number(Double(bedrooms)) }
        return CatalogueItem(
            id: ID(kind: "listing", id: id),
            title: title,
            price: Money(amount: price, currency: "USD"),
            place: place,
            market: market,
            listedAt: listedAt,
            attributes: attributes
        )
    }

    static func random(_ id: Int, _ generator: inout SplitMix64) -> CatalogueItem {
        house(
            "\(id)",
            price: 1_000_00 * .random(in: 50...400, using: &generator),
            bedrooms: generator.pick(nil, 1, 2, 3, 4),
            at: generator.pick(nil, .random(&generator), .random(&generator), .random(&generator)),
            market: generator.pick("toledo", "valencia"),
            listedAt: Instant(seconds: .random(in: 1_000...1_020, using: &generator))
        )
    }

    /// Houses with the ids `prefix``1`… that were listed one after the other, the first one last.
    static func houses(
        _ prefix: String,
        _ count: Int,
        price: Int64 = 200_000_00,
        at place: Coordinate? = .town,
        market: String = "toledo"
    ) -> [CatalogueItem] {
        (0..<count).map {
            house("\(prefix)\($0 + 1)", price: price, at: place, market: market, listedAt: 9_999 - Int64($0))
        }
    }

    static func thing(
        _ id: String,
        by brand: String = "ami",
        price: Int64 = 100_00,
        category: String? = nil,
        in collections: [String] = []
    ) -> CatalogueItem {
        CatalogueItem(
            id: ID(kind: "product", id: id),
            title: "A thing",
            price: Money(amount: price, currency: "USD"),
            brand: Brand(id: brand, name: brand.uppercased()),
            category: category,
            collections: collections
        )
    }
}

extension UserSearch {
    /// A search for listings.
    static func homes(
        market: String? = nil,
        types: Set<String> = [],
        price: ClosedInterval<Int64> = .all,
        bedrooms: ClosedInterval<Double> = .all,
        bathrooms: ClosedInterval<Double> = .all,
        area: ClosedInterval<Double> = .all,
        place: Area? = nil
    ) -> UserSearch {
        var attributes: [String: AttributeCondition] = [:]
        if !types.isEmpty { attributes["type"] = .anyOf(types) }
        for (name, range) in [("bedrooms", bedrooms), ("bathrooms", bathrooms), ("area", area)] where range.isBounded {
            attributes[name] = .range(range)
        }
        return UserSearch(filter: ItemFilter(market: market, place: place, price: price, attributes: attributes))
    }

    static func random(_ generator: inout SplitMix64) -> UserSearch {
        var filter = ItemFilter()
        if Bool.random(using: &generator) { filter.market = "toledo" }
        if Bool.random(using: &generator) { filter.price.max = 1_000_00 * .random(in: 100...300, using: &generator) }
        if Bool.random(using: &generator) {
            filter.attributes["bedrooms"] = .range(
                ClosedInterval(min: Double(Int.random(in: 1...3, using: &generator)))
            )
        }
        if Bool.random(using: &generator) {
            filter.place = Area(center: .random(&generator), radius: .random(in: 3_000...9_000, using: &generator))
        }
        return UserSearch(filter: filter)
    }

    /// Whether a listing meets the conditions that ``random(_:)`` makes.
    func asksFor(_ item: CatalogueItem) -> Bool {
        var isInRange = true
        if case .range(let range) = filter.attributes["bedrooms"] {
            guard case .number(let bedrooms) = item.attributes["bedrooms"] else { return false }
            isInRange = range.contains(bedrooms)
        }
        return isInRange && (filter.market == nil || filter.market == item.market)
            && filter.price.contains(item.price?.amount)
            && (filter.place.map { area in item.place.map { area.center.distance(to: $0) <= area.radius } ?? false }
                ?? true)
    }
}

/// The items with these ids, such as `listing:h1`.
func ids(_ texts: String...) -> [CatalogueItem.ID] { ids(texts) }

func ids(_ texts: [String]) -> [CatalogueItem.ID] { texts.compactMap { CatalogueItem.ID($0) } }

func user(_ id: String) throws -> UserID { try #require(UserID(id)) }

/// The parameters of an address's query, decoded.
func parameters(of href: String) throws -> [(name: String, value: String)] {
    let components = try #require(URLComponents(string: href))
    return try (components.queryItems ?? []).map { ($0.name, try #require($0.value)) }
}
