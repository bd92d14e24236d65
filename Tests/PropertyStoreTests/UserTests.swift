import Catalogue
import Testing

@Suite struct `What a property store knows of a user` {
    @Test(arguments: Engine.all) func `is the last search, as it was given`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let someone = try user("u")
        let searches = [
            SearchCriteria(),
            SearchCriteria(market: "toledo", types: Set(ListingType.allCases)),
            SearchCriteria(
                market: "α",
                types: [.house, .other],
                price: ClosedInterval(min: .min, max: .max),
                bedrooms: ClosedInterval(min: 3),
                bathrooms: ClosedInterval(max: 2.5),
                area: ClosedInterval(min: 0.1, max: .greatestFiniteMagnitude),
                place: Area(center: try place(-41.65, 180), radius: 0.1)
            ),
        ]
        for search in searches {
            try await store.record(search, by: someone)
            #expect(try await store.record(of: someone) == UserRecord(lastSearch: search, recentlyOpened: []))
        }
        #expect(try await store.record(of: user("v")) == .unknown)
    }

    @Test(arguments: Engine.all) func `has an older search again for the last one`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let someone = try user("u")
        for market in ["a", "b", "b", "a", "a"] {
            try await store.record(SearchCriteria(market: market), by: someone)
            #expect(try await store.record(of: someone).lastSearch?.market == market)
        }
    }

    @Test(arguments: Engine.all) func `goes on past the searches that are kept`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let someone = try user("u")
        for number in 0...(StoreLimits.searchesPerUser + 5) {
            try await store.record(SearchCriteria(price: ClosedInterval(min: Int64(number))), by: someone)
            #expect(try await store.record(of: someone).lastSearch?.price.min == Int64(number))
        }
    }

    @Test(arguments: Engine.all) func `lists what was opened, the newest first`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let someone = try user("u")
        _ = try await store.upsert(["a", "b", "c", "d"].map { listing($0) })
        _ = try await store.upsert([product("a")])
        try await store.recordOpened([.listing("d"), .product("a"), .listing("a")], by: someone)
        #expect(try await store.openedIDs(by: someone) == ["a", "d"])
        try await store.recordOpened([.listing("c"), .listing("d"), .listing("c"), .product("a")], by: someone)
        #expect(try await store.openedIDs(by: someone) == ["c", "a", "d"])
        try await store.recordOpened([], by: someone)
        #expect(try await store.openedIDs(by: someone) == ["c", "a", "d"])
        #expect(try await store.record(of: someone).lastSearch == nil)
    }

    @Test(arguments: Engine.all) func `lists no more of what was opened than a record carries`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        let someone = try user("u")
        let ids = (0..<(UserRecord.recentLimit + 3)).map { "l\($0)" }
        _ = try await store.upsert(ids.map { listing($0) })
        try await store.recordOpened(ids.map { .listing($0) }, by: someone)
        #expect(try await store.openedIDs(by: someone) == ids.suffix(UserRecord.recentLimit).reversed())
    }

    @Test(arguments: Engine.all) func `holds all listings that were opened, as long as they are not too many`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        let (someone, other) = (try user("u"), try user("v"))
        let ids = (0...StoreLimits.openedInRecord).map { "l\($0)" }
        _ = try await store.upsert(ids.map { listing($0) })
        _ = try await store.upsert([product("p")])
        let keys = try await store.hits(ofListings: ids, at: now).map(\.key)
        try await store.record(SearchCriteria(), by: other)
        try await store.recordOpened([.product("p")], by: other)
        #expect(try await store.record(of: other).opened == [])
        try await store.recordOpened(ids.dropFirst().map { .listing($0) }, by: someone)
        #expect(try await store.record(of: someone).opened == ItemKeys(keys.dropFirst()))
        try await store.recordOpened([.listing(ids[0])], by: someone)
        #expect(try await store.record(of: someone).opened == nil)
        #expect(try await store.opened(by: someone, among: keys) == Set(keys))
        #expect(try await store.remove(listings: [ids[1]]) == 1)
        #expect(try await store.record(of: someone).opened == ItemKeys(Set(keys).subtracting([keys[1]])))
    }

    @Test(arguments: Engine.all) func `has another revision with every change, and the same where there is none`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        let (someone, other) = (try user("u"), try user("v"))
        var revisions = [try await store.record(of: someone).revision]
        func note() async throws {
            let record = try await store.record(of: someone)
            #expect(try await store.record(of: someone).revision == record.revision)
            revisions.append(record.revision)
        }
        _ = try await store.upsert(["a", "b"].map { listing($0) })
        _ = try await store.upsert(["p", "q"].map { product($0) })
        for search in [
            SearchCriteria(),
            SearchCriteria(market: "toledo"),
            SearchCriteria(types: [.land]),
            SearchCriteria(price: ClosedInterval(min: 0)),
            SearchCriteria(price: ClosedInterval(max: 0)),
            SearchCriteria(bathrooms: ClosedInterval(min: 1)),
            SearchCriteria(place: Area(center: try place(1, 2), radius: 3)),
        ] {
            try await store.record(search, by: someone)
            try await note()
        }
        try await store.recordOpened([.listing("a")], by: someone)
        try await note()
        try await store.recordOpened([.listing("b")], by: someone)
        try await note()
        _ = try await store.upsert([listing("a", price: 1)])
        try await note()
        #expect(try await store.record(of: someone).openedProducts == nil)
        for id in ["p", "q"] {
            try await store.recordOpened([.product(id)], by: someone)
            try await note()
        }
        let opened = try await store.record(of: someone).openedProducts
        #expect(opened != nil)
        #expect(Set(revisions).count == revisions.count)

        try await store.recordOpened([.listing("a"), .listing("b")], by: someone)
        try await store.recordOpened([.listing("a")], by: other)
        try await note()
        #expect(Set(revisions).count == revisions.count - 1)

        try await store.forget(someone)
        try await store.recordOpened([.product("q"), .product("p")], by: someone)
        #expect(try await store.record(of: someone).openedProducts != opened)
    }

    @Test(arguments: Engine.all) func `marks those listings that this user opened`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let (someone, other) = (try user("u"), try user("v"))
        _ = try await store.upsert(["a", "b", "c"].map { listing($0) })
        _ = try await store.upsert(["a", "b", "c"].map { product($0) })
        let keys = try await store.hits(ofListings: ["a", "b", "c"], at: now).map(\.key)
        try await store.recordOpened([.listing("b"), .product("a"), .product("c")], by: someone)
        try await store.recordOpened([.listing("c")], by: other)
        #expect(try await store.opened(by: someone, among: keys) == [keys[1]])
        #expect(try await store.opened(by: other, among: keys) == [keys[2]])
        #expect(try await store.opened(by: someone, among: [keys[0]]).isEmpty)
        #expect(try await store.opened(by: someone, among: []).isEmpty)
        #expect(try await store.opened(by: user("w"), among: keys).isEmpty)
    }

    @Test(arguments: Engine.all) func `has none of a call that names an unknown item`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let someone = try user("u")
        _ = try await store.upsert([listing("a"), listing("b")])
        try await store.recordOpened([.listing("a")], by: someone)
        await #expect(throws: StoreError.unknownItem(.product("b"))) {
            try await store.recordOpened([.listing("b"), .product("b"), .listing("x")], by: someone)
        }
        #expect(try await store.openedIDs(by: someone) == ["a"])
        await #expect(throws: StoreError.unknownItem(.listing("x"))) {
            try await store.recordOpened([.listing("x")], by: user("v"))
        }
        #expect(try await store.record(of: user("v")) == .unknown)
    }

    @Test(arguments: Engine.all) func `is nothing any more once the user is forgotten`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let (someone, other) = (try user("u"), try user("v"))
        _ = try await store.upsert([listing("a")])
        _ = try await store.upsert([product("p"), product("q", by: Brand(id: "y", name: "Y"))])
        let keys = try await store.hits(ofListings: ["a"], at: now).map(\.key)
        for who in [someone, other] {
            try await store.record(SearchCriteria(market: "toledo"), by: who)
            try await store.recordOpened([.listing("a"), .product("q")], by: who)
        }
        try await store.forget(someone)
        try await store.forget(user("nobody"))
        for store in [store, try place.open()] {
            #expect(try await store.record(of: someone) == .unknown)
            #expect(try await store.opened(by: someone, among: keys).isEmpty)
            #expect(try await store.topBrands(for: someone, limit: 9).map(\.id) == ["ami", "y"])
            #expect(try await store.topBrands(for: other, limit: 9).map(\.id) == ["y", "ami"])
            #expect(try await store.openedIDs(by: other) == ["a"])
        }
        try await store.record(SearchCriteria(market: "oslo"), by: someone)
        #expect(try await store.record(of: someone).lastSearch?.market == "oslo")
    }

    @Test(arguments: Engine.all) func `survives that the store is opened again`(engine: Engine) async throws {
        var (store, place): (any PropertyStore, any Engine.Place) = try engine.make()
        let someone = try user("u")
        _ = try await store.upsert([listing("a"), listing("b")])
        for market in ["a", "b", "c"] {
            try await store.record(SearchCriteria(market: market), by: someone)
            try await store.recordOpened([.listing("a")], by: someone)
            store = try place.open()
            #expect(try await store.record(of: someone).lastSearch?.market == market)
            #expect(try await store.openedIDs(by: someone) == ["a"])
            #expect(try await store.newestIDs() == ["a", "b"])
        }
    }

    @Test(arguments: Engine.all) func `is what a read finds that begins after the write`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                let someone = try user("u\(number)")
                group.addTask {
                    for round in 0..<10 {
                        let search = SearchCriteria(price: ClosedInterval(min: Int64(round)))
                        try await store.record(search, by: someone)
                        #expect(try await store.record(of: someone).lastSearch == search)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
