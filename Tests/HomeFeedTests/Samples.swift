import Foundation
import Catalogue
import Testing

extension Coordinate {
    /// The middle of the town in which the tests' listings stand.
    static let town = Coordinate(latitude: 41.65, longitude: -83.54)!

    /// The place so many metres to the north.
    func north(_ meters: Double) -> Coordinate {
        Coordinate(latitude: latitude + meters / (Self.earthRadius * .pi / 180), longitude: longitude)!
    }

    /// Anywhere within some ten kilometres of the town.
    static func random(_ generator: inout Seeded) -> Coordinate {
        Coordinate(
            latitude: town.latitude + .random(in: -0.08...0.08, using: &generator),
            longitude: town.longitude + .random(in: -0.1...0.1, using: &generator)
        )!
    }
}

extension Listing {
    /// A house in the middle of the town, in the market `toledo`.
    static func house(
        _ id: String,
        price: Int64 = 200_000_00,
        bedrooms: Int? = 3,
        at place: Coordinate? = .town,
        market: String = "toledo",
        listedAt: Int64 = 1_000,
        title: String = "A house"
    ) -> Listing {
        Listing(
            id: id,
            title: title,
            type: .house,
            price: Money(amount: price, currency: "USD"),
            bedrooms: bedrooms,
            place: place,
            market: market,
            listedAt: listedAt
        )
    }

    static func random(_ id: Int, _ generator: inout Seeded) -> Listing {
        house(
            "\(id)",
            price: 1_000_00 * .random(in: 50...400, using: &generator),
            bedrooms: generator.pick(nil, 1, 2, 3, 4),
            at: generator.pick(nil, .random(&generator), .random(&generator), .random(&generator)),
            market: generator.pick("toledo", "valencia"),
            listedAt: .random(in: 1_000...1_020, using: &generator)
        )
    }

    /// Houses with the ids `prefix``1`… that were listed one after the other, the first one last.
    static func houses(
        _ prefix: String,
        _ count: Int,
        price: Int64 = 200_000_00,
        at place: Coordinate? = .town,
        market: String = "toledo"
    ) -> [Listing] {
        (1...count).map {
            house("\(prefix)\($0)", price: price, at: place, market: market, listedAt: 10_000 - Int64($0))
        }
    }
}

extension SearchCriteria {
    static func random(_ generator: inout Seeded) -> SearchCriteria {
        var search = SearchCriteria()
        if Bool.random(using: &generator) { search.market = "toledo" }
        if Bool.random(using: &generator) { search.price.max = 1_000_00 * .random(in: 100...300, using: &generator) }
        if Bool.random(using: &generator) { search.bedrooms.min = .random(in: 1...3, using: &generator) }
        if Bool.random(using: &generator) {
            search.place = Area(center: .random(&generator), radius: .random(in: 3_000...9_000, using: &generator))
        }
        return search
    }

    /// What the criteria mean, as the store documents it.
    func asksFor(_ listing: Listing) -> Bool {
        (market == nil || market == listing.market)
            && (types.isEmpty || types.contains(listing.type))
            && price.contains(listing.price.amount)
            && bedrooms.contains(listing.bedrooms)
            && bathrooms.contains(listing.bathrooms)
            && area.contains(listing.area)
            && (place.map { area in listing.place.map { area.center.distance(to: $0) <= area.radius } ?? false } ?? true)
    }
}

extension Product {
    static func thing(
        _ id: String,
        by brand: String = "ami",
        price: Int64 = 100_00,
        category: String? = nil,
        in collections: [String] = []
    ) -> Product {
        Product(
            id: id,
            title: "A thing",
            brand: Brand(id: brand, name: brand.uppercased()),
            price: Money(amount: price, currency: "USD"),
            category: category,
            collections: collections
        )
    }
}

func user(_ id: String) throws -> UserID { try #require(UserID(id)) }

extension PropertyStore {
    func recordOpened(_ items: String..., by user: UserID) async throws {
        try await recordOpened(items.map { try #require(ItemID($0)) }, by: user)
    }
}

/// The parameters of an address's query, decoded.
func parameters(of href: String) throws -> [(name: String, value: String)] {
    let components = try #require(URLComponents(string: href))
    return try (components.queryItems ?? []).map { ($0.name, try #require($0.value)) }
}

/// SplitMix64: the same numbers for the same seed.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    /// One of the values.
    mutating func pick<Value>(_ values: Value...) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }
}
