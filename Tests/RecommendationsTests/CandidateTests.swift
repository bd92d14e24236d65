import Catalogue
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

    private static let search = SearchCriteria(
        types: [.house],
        price: ClosedInterval(min: 200_000_00, max: 200_000_00),
        bedrooms: ClosedInterval(min: 3, max: 3),
        area: ClosedInterval(min: 100, max: 100),
        place: Area(center: .town, radius: 1_000)
    )

    @Test func `what lies not far beyond the conditions`() async throws {
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
        ]
        let catalogue = Catalogue((near + far).map { .house($0, $1) })
        #expect(try await Set(catalogue.recommendedIDs(search: Self.search, count: 20)) == Set(near.map(\.0)))
    }

    @Test(
        arguments: [
            { $0.price.raise(29) }, { $0.price.raise(-29) }, { $0.bedrooms = 2 }, { $0.bedrooms = 4 },
            { $0.area = 76 }, { $0.area = 124 }, { $0.type = .apartment },
        ] as [@Sendable (inout Listing) -> Void]
    )
    func `what lies not far beyond, however many newer ones fit`(change: @Sendable (inout Listing) -> Void) async throws
    {
        let fitting = (0..<100).map { Listing.house("\($0)") }
        let catalogue = Catalogue(
            fitting + [
                .house("beyond") {
                    change(&$0)
                    $0.listedAt = 1
                }
            ]
        )
        #expect(try await catalogue.recommendedIDs(search: Self.search).last == "beyond")
    }

    @Test func `what stands around an opened listing`() async throws {
        let catalogue = Catalogue([
            .house("opened"), .house("flat") { $0.type = .apartment }, .house("dearer") { $0.price.raise(100) },
            .house("near") { $0.place = .town.north(1_400) }, .house("too far") { $0.place = .town.north(1_600) },
        ])
        #expect(try await Set(catalogue.recommendedIDs(opened: ["opened"])) == ["flat", "dearer", "near"])
    }

    @Test func `what is of an opened listing's type and price, where it is not known where that stands`() async throws {
        let catalogue = Catalogue([
            .house("opened") { $0.place = nil }, .house("flat") { $0.type = .apartment }, .house("house"),
            .house("dearer") { $0.price.raise(29) }, .house("too dear") { $0.price.raise(31) },
        ])
        #expect(try await Set(catalogue.recommendedIDs(opened: ["opened"])) == ["house", "dearer"])
    }

    @Test func `what stands around the three listings opened last`() async throws {
        let miles = [0, 1, 2, 3]
        let catalogue = Catalogue(
            miles.flatMap { mile in
                ["opened", "near"].map { name in
                    .house("\(name) \(mile)") { $0.place = .town.north(1_609.344 * Double(mile)) }
                }
            }
        )
        let found = try await catalogue.recommendedIDs(opened: miles.map { "opened \($0)" })
        #expect(Set(found) == ["near 0", "near 1", "near 2"])
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
