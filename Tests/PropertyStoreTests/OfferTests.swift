import Catalogue
import Testing

@Suite struct `What a property store has on offer` {
    private let everywhere = Area(center: Coordinate(latitude: 0, longitude: 0)!, radius: 1e9)

    /// What each of the reads finds, after a look at whether all find the same.
    private func found(_ store: any PropertyStore, at moment: Int64) async throws -> [String] {
        let ids = ["a", "b", "c", "d"]
        let found = try await store.newestIDs(at: moment)
        #expect(try await store.newestIDs(SearchCriteria(market: "toledo"), at: moment) == found)
        #expect(try await store.newestIDs(SearchCriteria(place: everywhere), at: moment) == found)
        #expect(try await store.nearbyIDs(everywhere.center, radius: 1e9, at: moment) == found)
        #expect(try await store.popularIDs(at: moment) == found)
        #expect(try await store.popularIDs(SearchCriteria(market: "toledo"), at: moment) == found)
        #expect(try await store.popularIDs(SearchCriteria(place: everywhere), at: moment) == found)
        #expect(try await store.ids(of: store.hits(ofListings: ids, at: moment), at: moment) == found)
        let opened = try await store.record(of: user("u")).recentlyOpened
        let contents = try await store.listings(opened.map(\.key), at: moment)
        #expect(contents.compactMap { $0?.id }.sorted() == found)
        return found
    }

    @Test(arguments: Engine.all) func `is what is neither hidden nor sold nor expired`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let here = try PropertyStoreTests.place(1, 1)
        let all = [
            listing("a", at: here, expiresAt: 100), listing("b", at: here, status: .hidden),
            listing("c", at: here, status: .sold, expiresAt: 100), listing("d", at: here),
        ]
        _ = try await store.upsert(all)
        try await store.recordOpened(all.map { .listing($0.id) }, by: user("u"))
        for store in [store, try place.open()] {
            #expect(try await found(store, at: 99) == ["a", "d"])
            #expect(try await found(store, at: 100) == ["d"])
            #expect(try await found(store, at: .min) == ["a", "d"])
            #expect(try await found(store, at: .max) == ["d"])
            #expect(try await store.record(of: user("u")).recentlyOpened.map(\.id) == ["d", "c", "b", "a"])
            #expect(try await store.counts().listings == 4)
        }
    }

    @Test(arguments: Engine.all) func `changes with each listing's status and expiry`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let (here, there) = (try place(1, 1), try place(2, 2))
        _ = try await store.upsert([listing("a", at: here), listing("b", at: here)])
        try await store.recordOpened([.listing("a"), .listing("b")], by: user("u"))
        let b = listing("b", at: here)
        for status in ListingStatus.allCases {
            var changed = b
            changed.status = status
            #expect(try await store.upsert([changed]) == [status == .active ? .unchanged : .changed])
            #expect(try await store.upsert([changed]) == [.unchanged])
            #expect(try await found(store, at: now) == (status == .active ? ["a", "b"] : ["a"]))
            // Where it stands may change while nobody sees it.
            changed.place = there
            #expect(try await store.upsert([changed]) == [.changed])
            #expect(try await store.nearbyIDs(there, radius: 10) == (status == .active ? ["b"] : []))
            changed.place = nil
            #expect(try await store.upsert([changed]) == [.changed])
            #expect(try await store.upsert([b]) == [.changed])
            #expect(try await found(store, at: now) == ["a", "b"])
        }
        var expiring = b
        for expiry in [now + 1, now, now + 2, nil] {
            expiring.expiresAt = expiry
            #expect(try await store.upsert([expiring]) == [.changed])
            #expect(try await found(store, at: now) == (expiry == now ? ["a"] : ["a", "b"]))
        }
        #expect(try await store.hits(ofListings: ["b"], at: now).map(\.revision) == [b.revision])
    }

    @Test(arguments: Engine.all) func `is no more what was removed`(engine: Engine) async throws {
        let (store, place) = try engine.make { 5 }
        let here = try PropertyStoreTests.place(1, 1)
        let all = ["a", "b", "c", "d"].map { listing($0, at: here, status: $0 == "c" ? .sold : .active) }
        _ = try await store.upsert(all)
        let search = SearchCriteria(market: "toledo")
        for id in ["u", "v"] {
            try await store.record(search, by: user(id))
            try await store.recordOpened(all.map { .listing($0.id) }, by: user(id))
        }
        let keys = try await store.record(of: user("u")).recentlyOpened.map(\.key)
        #expect(try await store.remove(listings: []) == 0)
        #expect(try await store.remove(listings: ["b", "nobody", "c", "b"]) == 2)
        #expect(try await store.remove(listings: ["b"]) == 0)
        for store in [store, try place.open()] {
            #expect(try await found(store, at: now) == ["a", "d"])
            #expect(try await store.counts().listings == 2)
            #expect(try await store.record(of: user("v")).recentlyOpened.map(\.id) == ["d", "a"])
            #expect(try await store.record(of: user("v")).lastSearch == search)
            #expect(try await store.opened(by: user("v"), among: keys).count == 2)
            #expect(try await store.listings(keys, at: now).map { $0?.id } == ["d", nil, nil, "a"])
            #expect(try await store.feedback(limit: 100).count == 10)
        }
        await #expect(throws: StoreError.unknownItem(.listing("b"))) {
            try await store.recordOpened([.listing("b")], by: user("u"))
        }
        // It comes back as one that nobody has opened, and that no key of before means.
        #expect(try await store.upsert([listing("b", at: here)]) == [.added])
        #expect(try await store.newestIDs() == ["a", "b", "d"])
        #expect(try await store.popularIDs() == ["a", "d"])
        #expect(try await store.listings(keys, at: now).map { $0?.id } == ["d", nil, nil, "a"])
        try await store.recordOpened([.listing("b")], by: user("u"))
        #expect(try await store.record(of: user("u")).recentlyOpened.map(\.id) == ["b", "d", "a"])
    }
}

@Suite struct `The popular listings of a property store` {
    @Test(arguments: Engine.all) func `come by how many users opened them, then the latest, then by id`(engine: Engine)
        async throws
    {
        let (store, place) = try engine.make()
        _ = try await store.upsert([
            listing("a", listedAt: 1), listing("b", listedAt: 1), listing("c", listedAt: 2),
            listing("d", market: "oslo", listedAt: 9), listing("nobody's", listedAt: 99),
        ])
        _ = try await store.upsert([product("a"), product("c")])
        try await store.recordOpened(["b", "c", "a", "b"].map { .listing($0) }, by: user("u"))
        try await store.recordOpened([.listing("b"), .product("c"), .product("a")], by: user("v"))
        try await store.recordOpened([.listing("b"), .listing("d")], by: user("w"))
        try await store.recordOpened([.listing("d"), .listing("b")], by: user("x"))
        #expect(try await store.popularIDs() == ["b", "d", "c", "a"])
        #expect(try await store.popularIDs(limit: 2) == ["b", "d"])
        #expect(try await store.popularIDs(limit: 0).isEmpty)
        #expect(try await store.popularIDs(limit: -1).isEmpty)
        #expect(try await store.popularIDs(SearchCriteria(market: "toledo")) == ["b", "c", "a"])
        #expect(try await store.popularIDs(SearchCriteria(market: "oslo")) == ["d"])
        #expect(try await store.popularIDs(SearchCriteria(types: [.land])).isEmpty)
        // What changes keeps its users; a user who is forgotten counts no more.
        _ = try await store.upsert([listing("a", title: "Other", listedAt: 3), listing("b", status: .hidden)])
        #expect(try await store.popularIDs() == ["d", "a", "c"])
        try await store.forget(user("w"))
        try await store.forget(user("u"))
        _ = try await store.upsert([listing("b", listedAt: 1)])
        for store in [store, try place.open()] { #expect(try await store.popularIDs() == ["b", "d"]) }
        try await store.forget(user("x"))
        #expect(try await store.popularIDs() == ["b"])
        try await store.forget(user("v"))
        #expect(try await store.popularIDs().isEmpty)
    }
}
