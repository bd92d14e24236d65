import Catalogue
import Testing

/// Six hundred listings around a town, many of which came at the same moment, and what their pages are to be.
struct ShelvedTown {
    private let center = Coordinate(latitude: 41, longitude: -83)!  // A place on Earth.
    private(set) var model = Model()
    private let searches: [SearchCriteria]

    init() throws {
        var random = Seeded(3)
        for number in 0..<600 {
            _ = model.upsert(
                listing(
                    "l\(number)",
                    price: random.pick(1, 2, 3),
                    at: random.pick(
                        nil,
                        try place(
                            .random(in: 40.7...41.3, using: &random),
                            .random(in: -83.3 ... -82.7, using: &random)
                        )
                    ),
                    market: random.pick("a", "a", "b"),
                    listedAt: random.pick(5, .random(in: 0..<50, using: &random)),
                    expiresAt: random.pick(nil, nil, now, now + 1)
                )
            )
        }
        let areas = [nil, Area(center: center, radius: 25_000), Area(center: center, radius: 1e6)]
        searches = areas.flatMap { area in
            [nil, "a", "b", "c"].map { market in
                SearchCriteria(market: market, price: ClosedInterval(min: random.pick(nil, 3)), place: area)
            }
        }
    }

    /// Holds pages of several lengths, one behind the other, to the model.
    func expectPages(
        _ page: (SearchCriteria, NewestPosition?, _ limit: Int) async throws -> [ListingHit]
    ) async throws {
        for criteria in searches {
            let expected = model.newest(matching: criteria, at: now, limit: 600)
            #expect(criteria.market == "c" ? expected.isEmpty : expected.count > 5)
            for limit in [1, 7, 100, 1_000] {
                var found: [String] = []
                var position: NewestPosition?
                while true {
                    let page = try await page(criteria, position, limit)
                    found += page.map(\.id)
                    guard let last = page.last, page.count <= limit else { break }
                    position = NewestPosition(of: last)
                }
                #expect(found == expected, "\(criteria), \(limit)")
            }
        }
    }
}
