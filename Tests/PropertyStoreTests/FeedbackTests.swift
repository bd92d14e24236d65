import Catalogue
import Testing

@testable import SQLiteStore

@Suite struct `The feedback of a property store` {
    @Test(arguments: Engine.all) func `is what users opened and searched, each once, in its order`(engine: Engine)
        async throws
    {
        let clock = HandClock()
        let (store, place) = try engine.make { clock.now }
        let (someone, other) = (try user("u"), try user("v"))
        _ = try await store.upsert([listing("a"), listing("b")])
        _ = try await store.upsert([product("a")])
        let search = SearchCriteria(
            market: "toledo",
            types: [.house, .land],
            price: ClosedInterval(min: .min, max: .max),
            bedrooms: ClosedInterval(min: 1),
            bathrooms: ClosedInterval(max: 2.5),
            area: ClosedInterval(min: 0.1),
            place: Area(center: try PropertyStoreTests.place(-41, 180), radius: 7)
        )
        clock.now = 10
        try await store.recordOpened([.listing("b"), .product("a"), .listing("b")], by: someone)
        clock.now = 20
        try await store.record(search, by: other)
        try await store.record(search, by: other)
        clock.now = -1
        try await store.recordOpened([.listing("b"), .listing("a")], by: someone)
        await #expect(throws: StoreError.unknownItem(.listing("x"))) {
            try await store.recordOpened([.listing("a"), .listing("x")], by: other)
        }
        try await store.record(SearchCriteria(), by: other)
        for store in [store, try place.open()] {
            let feedback = try await store.feedback(limit: .max)
            #expect(feedback.map(\.user) == [someone, someone, other, someone, other])
            #expect(
                feedback.map(\.event) == [
                    .opened(.listing("b")), .opened(.product("a")), .searched(search), .opened(.listing("a")),
                    .searched(SearchCriteria()),
                ]
            )
            #expect(feedback.map(\.at) == [10, 10, 20, -1, -1])
            #expect(try await store.feedback(limit: 2) == Array(feedback.prefix(2)))
            #expect(try await store.feedback(limit: 0).isEmpty)
            #expect(try await store.feedback(limit: -1).isEmpty)
        }
    }

    @Test(arguments: Engine.all) func `is kept by a store that was opened to keep it`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([listing("a"), listing("b")])
        try await store.recordOpened([.listing("a")], by: user("u"))
        try await store.record(SearchCriteria(), by: user("u"))
        #expect(try await store.feedback(limit: 10).isEmpty)
        let keeping = try place.open { 5 }
        #expect(try await keeping.feedback(limit: 10).isEmpty)
        try await keeping.recordOpened([.listing("a"), .listing("b")], by: user("u"))
        #expect(try await store.feedback(limit: 10).map(\.event) == [.opened(.listing("b"))])
    }

    @Test(arguments: Engine.all) func `goes when it is acknowledged, and its positions do not come again`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make { 5 }
        for market in ["a", "b", "c"] { try await store.record(SearchCriteria(market: market), by: user("u")) }
        let feedback = try await store.feedback(limit: 10)
        let positions = feedback.map(\.position)
        #expect(positions[0] > 0 && positions[0] < positions[1] && positions[1] < positions[2])
        try await store.acknowledgeFeedback(through: positions[1])
        #expect(try await store.feedback(limit: 10) == [feedback[2]])
        try await store.acknowledgeFeedback(through: positions[0])
        #expect(try await store.feedback(limit: 10) == [feedback[2]])
        try await store.acknowledgeFeedback(through: .max)
        #expect(try await store.feedback(limit: 10).isEmpty)
        try await place.open { 5 }.record(SearchCriteria(market: "d"), by: user("u"))
        let later = try await store.feedback(limit: 10)
        #expect(later.count == 1 && later[0].position > positions[2])
        #expect(try await store.record(of: user("u")).lastSearch?.market == "d")
        #expect(try await store.lostFeedback() == 0)
    }

    @Test(arguments: Engine.all) func `goes with its user`(engine: Engine) async throws {
        let (store, _) = try engine.make { 5 }
        _ = try await store.upsert([listing("a")])
        for id in ["u", "v"] {
            try await store.recordOpened([.listing("a")], by: user(id))
            try await store.record(SearchCriteria(), by: user(id))
        }
        try await store.forget(user("u"))
        #expect(try await store.feedback(limit: 10).map(\.user.rawValue) == ["v", "v"])
        try await store.recordOpened([.listing("a")], by: user("u"))
        #expect(try await store.feedback(limit: 10).map(\.user.rawValue) == ["v", "v", "u"])
        #expect(try await store.lostFeedback() == 0)
    }

    @Test func `is no more than there is room for, and what went is counted`() async throws {
        let store = try TemporaryFile().openSQLite { 5 }
        _ = try await store.upsert(["a", "b", "c"].map { listing($0) })
        try await store.recordOpened([.listing("a"), .listing("b")], by: user("u"))
        let first = try await store.feedback(limit: 1)[0].position
        // As if as many had come and gone as there is room for.
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute(
                "UPDATE sqlite_sequence SET seq = \(first) - 1 + \(StoreLimits.feedback) WHERE name = 'feedback'"
            )
        }
        try await store.recordOpened([.listing("c")], by: user("u"))
        #expect(try await store.feedback(limit: 9).map(\.event) == ["b", "c"].map { .opened(.listing($0)) })
        #expect(try await store.lostFeedback() == 1)
        try await store.record(SearchCriteria(), by: user("u"))
        #expect(
            try await store.feedback(limit: 9).map(\.event) == [.opened(.listing("c")), .searched(SearchCriteria())]
        )
        #expect(try await store.lostFeedback() == 2)
    }
}
