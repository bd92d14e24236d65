import Catalogue
import Testing

/// The moment of the tests in which nothing expires.
let now: Int64 = 1_700_000_000

func listing(
    _ id: String,
    title: String = "A house",
    type: ListingType = .house,
    price: Int64 = 100_000,
    bedrooms: Int? = nil,
    bathrooms: Double? = nil,
    area: Double? = nil,
    at place: Coordinate? = nil,
    market: String = "toledo",
    listedAt: Int64 = 1_000,
    status: ListingStatus = .active,
    expiresAt: Int64? = nil,
    images: [String] = []
) -> Listing {
    Listing(
        id: id,
        title: title,
        type: type,
        price: Money(amount: price, currency: "USD"),
        bedrooms: bedrooms,
        bathrooms: bathrooms,
        area: area,
        place: place,
        market: market,
        listedAt: listedAt,
        status: status,
        expiresAt: expiresAt,
        images: images
    )
}

func product(
    _ id: String,
    by brand: Brand = Brand(id: "ami", name: "AMI"),
    price: Int64 = 10_000,
    category: String? = nil,
    in collections: [String] = []
) -> Product {
    Product(
        id: id,
        title: "A thing",
        brand: brand,
        price: Money(amount: price, currency: "USD"),
        category: category,
        collections: collections
    )
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
}

func user(_ id: String) throws -> UserID { try #require(UserID(id)) }

extension ItemID {
    static func listing(_ id: String) -> ItemID { ItemID(kind: .listing, id: id) }
    static func product(_ id: String) -> ItemID { ItemID(kind: .product, id: id) }
}

extension PropertyStore {
    /// The listings behind the hits, after a look at whether each hit says what its listing says.
    func listings(of hits: [ListingHit], at moment: Int64 = now) async throws -> [Listing] {
        let found = try await listings(hits.map(\.key), at: moment)
        try #require(found.count == hits.count)
        let listings = try found.map { try #require($0) }
        for (hit, listing) in zip(hits, listings) { #expect(hit == ListingHit(listing, key: hit.key)) }
        return listings
    }

    func ids(of hits: [ListingHit], at moment: Int64 = now) async throws -> [String] {
        try await listings(of: hits, at: moment).map(\.id)
    }

    func ids(of hits: [ProductHit]) async throws -> [String] {
        let products = try await products(hits.map(\.key)).map { try #require($0) }
        #expect(products.map(\.revision) == hits.map(\.revision))
        return products.map(\.id)
    }

    func newestIDs(
        _ criteria: SearchCriteria = SearchCriteria(),
        at moment: Int64 = now,
        limit: Int = 100
    ) async throws -> [String] {
        try await ids(of: newest(matching: criteria, at: moment, limit: limit), at: moment)
    }

    func nearbyIDs(
        _ center: Coordinate,
        radius: Double,
        at moment: Int64 = now,
        limit: Int = 100
    ) async throws -> [String] {
        let hits = try await nearby(Area(center: center, radius: radius), at: moment, limit: limit)
        return try await ids(of: hits.map(\.listing), at: moment)
    }

    func popularIDs(
        _ criteria: SearchCriteria = SearchCriteria(),
        at moment: Int64 = now,
        limit: Int = 100
    ) async throws -> [String] {
        try await ids(of: popular(matching: criteria, at: moment, limit: limit), at: moment)
    }

    func productIDs(_ query: ProductQuery = ProductQuery(), limit: Int = 100) async throws -> [String] {
        try await ids(of: products(query, limit: limit))
    }

    func openedIDs(by user: UserID) async throws -> [String] {
        try await ids(of: record(of: user).recentlyOpened)
    }
}

extension ListingHit {
    init(_ listing: Listing, key: ItemKey) {
        self.init(
            key: key,
            id: listing.id,
            revision: listing.revision,
            type: listing.type,
            price: listing.price.amount,
            bedrooms: listing.bedrooms,
            bathrooms: listing.bathrooms,
            area: listing.area,
            place: listing.place,
            market: listing.market,
            listedAt: listing.listedAt,
            expiresAt: listing.expiresAt
        )
    }
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
