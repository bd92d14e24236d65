import PropertyStore
import Recommendations
import Testing

@Suite struct `The embedded engine finds` {
    @Test func `nothing that the user has opened, however long ago`() async throws {
        let houses = (0..<30).map { Listing.house("\($0)") }
        let latest = (0..<20).map(String.init)
        let catalogue = Catalogue(houses, opened: Set(latest + ["20", "21"]))
        #expect(
            try await Set(catalogue.recommendedIDs(search: SearchCriteria(), opened: latest))
                == Set((22..<30).map(String.init))
        )
    }

    @Test func `what lies just beyond each condition`() async throws {
        let search = SearchCriteria(
            types: [.house],
            price: ClosedInterval(min: 200_000_00, max: 200_000_00),
            bedrooms: ClosedInterval(min: 3, max: 3),
            area: ClosedInterval(min: 100, max: 100),
            place: Area(center: .town, radius: 1_000)
        )
        let near: [(String, (inout Listing) -> Void)] = [
            ("dearer", { $0.price.raise(29) }), ("cheaper", { $0.price.raise(-29) }),
            ("fewer", { $0.bedrooms = 2 }), ("more", { $0.bedrooms = 4 }),
            ("smaller", { $0.area = 76 }), ("larger", { $0.area = 124 }),
            ("elsewhere", { $0.place = .town.north(1_900) }), ("flat", { $0.type = .apartment }),
        ]
        let far: [(String, (inout Listing) -> Void)] = [
            ("far dearer", { $0.price.raise(31) }), ("far cheaper", { $0.price.raise(-31) }),
            ("far fewer", { $0.bedrooms = 1 }), ("far more", { $0.bedrooms = 5 }),
            ("far smaller", { $0.area = 74 }), ("far larger", { $0.area = 126 }),
            ("far elsewhere", { $0.place = .town.north(2_100) }),
            (
                "twice",
                {
                    $0.bedrooms = 2
                    $0.price.raise(5)
                }
            ),
        ]
        let catalogue = Catalogue((near + far).map { .house($0, $1) })
        #expect(try await Set(catalogue.recommendedIDs(search: search, count: 20)) == Set(near.map(\.0)))
    }

    @Test func `what stands around an opened listing at such a price`() async throws {
        let catalogue = Catalogue([
            .house("opened"), .house("flat nearby") { $0.type = .apartment },
            .house("dearer") { $0.price.raise(29) }, .house("too dear") { $0.price.raise(31) },
            .house("near") { $0.place = .town.north(2_900) }, .house("too far") { $0.place = .town.north(3_100) },
        ])
        let found = try await catalogue.recommendedIDs(opened: ["opened"])
        #expect(Set(found) == ["flat nearby", "dearer", "near"])
    }

    @Test func `what is of an opened listing's type, where it is not known where that stands`() async throws {
        let catalogue = Catalogue([
            .house("opened") { $0.place = nil }, .house("flat") { $0.type = .apartment }, .house("house"),
        ])
        #expect(try await catalogue.recommendedIDs(opened: ["opened"]) == ["house"])
    }

    @Test func `the like of the three listings opened last`() async throws {
        let prices: [Int64] = [100, 200, 400, 800]
        let catalogue = Catalogue(
            prices.flatMap { price in
                ["opened", "like"].map { name in
                    .house("\(name) \(price)") { $0.price = Money(amount: price, currency: "USD") }
                }
            }
        )
        let found = try await catalogue.recommendedIDs(opened: prices.map { "opened \($0)" })
        #expect(Set(found) == ["like 100", "like 200", "like 400"])
    }

    @Test(arguments: [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (12, 3), (40, 10)])
    func `a quarter that the search would not have found`(count: Int, similar: Int) async throws {
        let fitting = (0..<60).map { Listing.house("fits \($0)") }
        let others = (0..<60).map { number in Listing.house("similar \(number)") { $0.price.raise(5) } }
        let catalogue = Catalogue(fitting + others)
        let found = try await catalogue.recommendedIDs(
            search: SearchCriteria(price: ClosedInterval(max: 200_000_00)),
            count: count
        )
        #expect(found.map { $0.hasPrefix("fits") } == (0..<count).map { $0 < count - similar })
    }

    @Test(arguments: [(0, 8), (2, 8), (8, 0), (8, 1), (3, 3)])
    func `more of the one where there is less of the other`(fits: Int, similar: Int) async throws {
        let catalogue = Catalogue(
            (0..<fits).map { .house("fits \($0)") }
                + (0..<similar).map { number in .house("similar \(number)") { $0.price.raise(5) } }
        )
        let found = try await catalogue.recommendedIDs(
            search: SearchCriteria(price: ClosedInterval(max: 200_000_00)),
            count: 8
        )
        #expect(found.count == min(8, fits + similar))
        #expect(found.count { $0.hasPrefix("similar") } == min(similar, max(2, 8 - fits)))
    }

    @Test func `only what is sold in the market of the last search`() async throws {
        let catalogue = Catalogue([
            .house("opened"), .house("here"), .house("there") { $0.market = "seattle" },
        ])
        let found = try await catalogue.recommendedIDs(
            search: SearchCriteria(market: "toledo"),
            opened: ["opened"],
            at: .town
        )
        #expect(found == ["here"])
    }

    @Test(arguments: [0, -1, .min])
    func `nothing where nothing is wanted`(count: Int) async throws {
        let catalogue = Catalogue([.house("a")])
        #expect(try await catalogue.recommendedIDs(count: count) == [])
        #expect(catalogue.questions == [])
    }
}
