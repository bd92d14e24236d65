import Catalogue
import Recommendations
import Testing

/// A difference between two listings, the first of which is closer to the tests' house than the second.
struct Feature: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let closer: @Sendable (inout Listing) -> Void
    let farther: @Sendable (inout Listing) -> Void

    init(
        _ name: String,
        closer: @escaping @Sendable (inout Listing) -> Void,
        farther: @escaping @Sendable (inout Listing) -> Void
    ) {
        testDescription = name
        self.closer = closer
        self.farther = farther
    }

    static let all = [
        Feature("dearer", closer: { $0.price.raise(4) }, farther: { $0.price.raise(9) }),
        Feature("cheaper", closer: { $0.price.raise(-4) }, farther: { $0.price.raise(-9) }),
        Feature("fewer bedrooms", closer: { $0.bedrooms = 2 }, farther: { $0.bedrooms = 1 }),
        Feature("more bedrooms", closer: { $0.bedrooms = 4 }, farther: { $0.bedrooms = 6 }),
        Feature("smaller", closer: { $0.area = 90 }, farther: { $0.area = 80 }),
        Feature("larger", closer: { $0.area = 110 }, farther: { $0.area = 120 }),
        Feature("elsewhere", closer: { $0.place = .town.north(500) }, farther: { $0.place = .town.north(-900) }),
        Feature("of a kindred type", closer: { $0.type = .townhouse }, farther: { $0.type = .land }),
        Feature("not stated rather than far off", closer: { $0.bedrooms = nil }, farther: { $0.bedrooms = 9 }),
        Feature("the same rather than not stated", closer: { $0.bedrooms = 3 }, farther: { $0.bedrooms = nil }),
    ]
}

@Suite struct `The embedded engine ranks` {
    // Of two that rank the same, the later one would come first: that is always the one that must not.
    private static func pair(_ feature: Feature) -> [Listing] {
        [
            .house("farther") {
                feature.farther(&$0)
                $0.listedAt = 3_000
            },
            .house("closer") {
                feature.closer(&$0)
                $0.listedAt = 2_000
            },
        ]
    }

    @Test(arguments: Feature.all)
    func `what is closer to an opened listing higher, all else equal`(feature: Feature) async throws {
        let catalogue = Catalogue([.house("opened")] + Self.pair(feature))
        #expect(try await catalogue.recommendedIDs(opened: ["opened"]) == ["closer", "farther"])
    }

    @Test(arguments: Feature.all)
    func `what is closer to the last search higher, all else equal`(feature: Feature) async throws {
        // The user's place makes candidates of both, and is as far from the one as from the other.
        let search = SearchCriteria(
            types: [.house],
            price: ClosedInterval(min: 200_000_00, max: 200_000_00),
            bedrooms: ClosedInterval(min: 3, max: 3),
            area: ClosedInterval(min: 100, max: 100),
            place: Area(center: .town, radius: 100)
        )
        let catalogue = Catalogue(Self.pair(feature))
        #expect(try await catalogue.recommendedIDs(search: search, at: .town.north(-200)) == ["closer", "farther"])
    }

    @Test func `the like of what was opened later higher`() async throws {
        let catalogue = Catalogue([
            .house("house"), .house("flat") { $0.type = .apartment },
            .house("like the house") { $0.listedAt = 2_000 },
            .house("like the flat") {
                $0.type = .apartment
                $0.listedAt = 2_000
            },
        ])
        #expect(try await catalogue.recommendedIDs(opened: ["house", "flat"]) == ["like the house", "like the flat"])
        #expect(try await catalogue.recommendedIDs(opened: ["flat", "house"]) == ["like the flat", "like the house"])
    }

    @Test func `what is closer to the user higher, all else equal`() async throws {
        let catalogue = Catalogue([
            .house("opened"), .house("farther") { $0.place = .town.north(500) },
            .house("closer") { $0.place = .town.north(-500) },
        ])
        #expect(try await catalogue.recommendedIDs(opened: ["opened"], at: .town.north(-800)) == ["closer", "farther"])
        #expect(try await catalogue.recommendedIDs(opened: ["opened"], at: .town.north(800)) == ["farther", "closer"])
    }

    @Test func `the later listed of equals higher`() async throws {
        let catalogue = Catalogue([
            .house("opened"), .house("old") { $0.listedAt = 1 }, .house("new") { $0.listedAt = 3 },
            .house("middle") { $0.listedAt = 2 },
        ])
        #expect(try await catalogue.recommendedIDs(opened: ["opened"]) == ["new", "middle", "old"])
    }

    @Test func `what fits the search before all else`() async throws {
        let catalogue = Catalogue([
            .house("opened") { $0.price.raise(20) },
            .house("just like the opened one") { $0.price.raise(20) },
            .house("fits") {
                $0.bedrooms = 1
                $0.area = 300
                $0.type = .land
            },
        ])
        let search = SearchCriteria(price: ClosedInterval(max: 200_000_00))
        #expect(
            try await catalogue.recommendedIDs(search: search, opened: ["opened"]) == [
                "fits", "just like the opened one",
            ]
        )
    }

    @Test func `the nearest first for a user of whom nothing but the place is known, then the newest`() async throws {
        let catalogue = Catalogue([
            .house("old and far away") { $0.place = .town.north(50_000) },
            .house("new and nowhere") {
                $0.place = nil
                $0.listedAt = 2_000
            },
            .house("second") { $0.place = .town.north(900) }, .house("first") { $0.place = .town.north(100) },
        ])
        #expect(
            try await catalogue.recommendedIDs(at: .town) == ["first", "second", "new and nowhere", "old and far away"]
        )
        #expect(try await catalogue.recommendedIDs(at: .town, count: 1) == ["first"])
    }

    @Test func `the newest first for a user of whom nothing is known`() async throws {
        let catalogue = Catalogue((0..<9).map { number in .house("\(number)") { $0.listedAt = Int64(number) } })
        #expect(try await catalogue.recommendedIDs(count: 3) == ["8", "7", "6"])
    }
}
