import Catalogue
import Recommendations

extension Coordinate {
    /// The middle of the town in which the tests' listings stand.
    static let town = Coordinate(latitude: 41.65, longitude: -83.54)!

    /// The place so many metres to the north.
    func north(_ meters: Double) -> Coordinate {
        Coordinate(latitude: latitude + meters / (Self.earthRadius * .pi / 180), longitude: longitude)!
    }
}

extension Listing {
    /// A house for 200,000.00 with three bedrooms and 100 m² in the middle of the town, but for the changes.
    static func house(_ id: String, _ change: (inout Listing) -> Void = { _ in }) -> Listing {
        var listing = Listing(
            id: id,
            title: id,
            type: .house,
            price: Money(amount: 200_000_00, currency: "USD"),
            bedrooms: 3,
            bathrooms: 1.5,
            area: 100,
            place: .town,
            market: "toledo",
            listedAt: 1_000
        )
        change(&listing)
        return listing
    }

    /// Any listing at all, some details of which may be missing.
    static func random(_ id: Int, _ generator: inout SplitMix) -> Listing {
        .house("\(id)") {
            $0.type = .allCases.randomElement(using: &generator)!
            $0.price = Money(amount: 1_000_00 * .random(in: 50...400, using: &generator), currency: "USD")
            $0.bedrooms = Int.random(in: 0...9, using: &generator) == 0 ? nil : .random(in: 0...6, using: &generator)
            $0.bathrooms = Bool.random(using: &generator) ? nil : 0.5 * Double(Int.random(in: 1...8, using: &generator))
            $0.area = Int.random(in: 0...9, using: &generator) == 0 ? nil : .random(in: 20...300, using: &generator)
            $0.place = Int.random(in: 0...9, using: &generator) == 0 ? nil : .random(&generator)
            $0.market = Bool.random(using: &generator) ? "toledo" : "seattle"
            $0.listedAt = .random(in: 1_000...1_050, using: &generator)
        }
    }
}

extension Coordinate {
    /// Anywhere within some fifteen kilometres of the town.
    static func random(_ generator: inout SplitMix) -> Coordinate {
        Coordinate(
            latitude: town.latitude + .random(in: -0.1...0.1, using: &generator),
            longitude: town.longitude + .random(in: -0.15...0.15, using: &generator)
        )!
    }
}

extension SearchCriteria {
    /// Any search at all, of which half of the conditions are missing.
    static func random(_ generator: inout SplitMix) -> SearchCriteria {
        var search = SearchCriteria()
        if Bool.random(using: &generator) { search.market = "toledo" }
        if Bool.random(using: &generator) {
            search.types = Set(ListingType.allCases.shuffled(using: &generator).prefix(3))
        }
        if Bool.random(using: &generator) { search.price.min = 1_000_00 * .random(in: 50...200, using: &generator) }
        if Bool.random(using: &generator) { search.price.max = 1_000_00 * .random(in: 100...400, using: &generator) }
        if Bool.random(using: &generator) { search.bedrooms.min = .random(in: 0...4, using: &generator) }
        if Bool.random(using: &generator) { search.bedrooms.max = .random(in: 2...6, using: &generator) }
        if Bool.random(using: &generator) { search.bathrooms.min = .random(in: 1...3, using: &generator) }
        if Bool.random(using: &generator) { search.area.min = .random(in: 20...150, using: &generator) }
        if Bool.random(using: &generator) { search.area.max = .random(in: 100...300, using: &generator) }
        if Bool.random(using: &generator) {
            search.place = Area(center: .random(&generator), radius: .random(in: 500...10_000, using: &generator))
        }
        return search
    }
}

extension Money {
    /// Makes it so many percent more.
    mutating func raise(_ percent: Int64) {
        self = Money(amount: amount + amount / 100 * percent, currency: currency)
    }
}

extension Catalogue {
    /// The ids of what the embedded engine would show to a user, of whom this is known, in its order.
    func recommendedIDs(
        search: SearchCriteria? = nil,
        opened: [String] = [],
        at place: Coordinate? = nil,
        count: Int = 10
    ) async throws -> [String] {
        let request = RecommendationRequest(
            user: UserID("u1"),
            record: UserRecord(
                lastSearch: search,
                recentlyOpened: opened.map(hit),
                opened: opened.count < UserRecord.recentLimit ? ItemKeys(opened.map { hit($0).key }) : nil
            ),
            place: place,
            now: 0,
            count: count
        )
        let found = try await EmbeddedRecommendations(store: self).recommendations(for: request)
        return found.map { listing($0.listing).id }
    }
}
