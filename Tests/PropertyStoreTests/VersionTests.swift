import Catalogue
import Testing

@Suite struct `A property store's version` {
    /// What a write made another one.
    private struct Difference: Equatable, CustomStringConvertible {
        var catalogue = false
        var openings = false
        var users = false

        var description: String { "catalogue \(catalogue), openings \(openings), users \(users)" }

        static let none = Self()
    }

    private func difference(
        _ store: any PropertyStore,
        _ write: (any PropertyStore) async throws -> Void
    ) async throws -> Difference {
        let before = store.version()
        try await write(store)
        return difference(before, store.version())
    }

    private func difference(_ before: StoreVersion, _ after: StoreVersion) -> Difference {
        Difference(
            catalogue: before.catalogue != after.catalogue,
            openings: before.openings != after.openings,
            users: before.users != after.users
        )
    }

    @Test(arguments: Engine.all) func `is another one once a write of the catalogue has returned`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        let catalogue = Difference(catalogue: true)
        #expect(try await difference(store) { _ = try await $0.upsert([listing("a"), listing("b")]) } == catalogue)
        #expect(try await difference(store) { _ = try await $0.upsert([listing("a", price: 2)]) } == catalogue)
        #expect(try await difference(store) { _ = try await $0.upsert([listing("a", status: .sold)]) } == catalogue)
        #expect(try await difference(store) { _ = try await $0.remove(listings: ["b", "x"]) } == catalogue)
        #expect(try await difference(store) { _ = try await $0.upsert([product("p", in: ["k"])]) } == catalogue)
        #expect(try await difference(store) { _ = try await $0.upsert([product("p", in: [])]) } == catalogue)
        let renamed = product("p", by: Brand(id: "ami", name: "Ami"))
        #expect(try await difference(store) { _ = try await $0.upsert([renamed]) } == catalogue)
    }

    @Test(arguments: Engine.all) func `is another one once a user has opened something, or is forgotten`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        let someone = try user("u")
        _ = try await store.upsert([listing("a")])
        _ = try await store.upsert([product("p")])
        let openings = Difference(openings: true)
        #expect(try await difference(store) { try await $0.recordOpened([.listing("a")], by: someone) } == openings)
        #expect(try await difference(store) { try await $0.recordOpened([.product("p")], by: someone) } == openings)
        #expect(try await difference(store) { try await $0.forget(someone) } == openings)
    }

    @Test(arguments: Engine.all) func `stays what it is where nothing has changed`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let (someone, other) = (try user("u"), try user("v"))
        _ = try await store.upsert([listing("a"), listing("b")])
        _ = try await store.upsert([product("p", in: ["k"])])
        try await store.recordOpened([.listing("a")], by: someone)
        for writer in [store, try place.open()] {
            let change = try await difference(store) { _ in
                #expect(try await writer.upsert([listing("b"), listing("a")]) == [.unchanged, .unchanged])
                #expect(try await writer.upsert([product("p", in: ["k"])]) == [.unchanged])
                #expect(try await writer.remove(listings: ["x"]) == 0)
                try await writer.recordOpened([.listing("a")], by: someone)
                try await writer.recordOpened([], by: someone)
                await #expect(throws: StoreError.unknownItem(.listing("x"))) {
                    try await writer.recordOpened([.listing("b"), .listing("x")], by: other)
                }
                try await writer.forget(other)
                try await Task.sleep(for: StoreLimits.versionDelay)
            }
            #expect(change == .none)
        }
        #expect(try await difference(store) { try await $0.record(SearchCriteria(), by: someone) } == .none)
    }

    @Test(arguments: Engine.all) func `shows what others write before long, and of users nothing but that`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let other = try place.open()
        let someone = try user("u")
        func difference(_ write: () async throws -> Void) async throws -> Difference {
            try await self.difference(store) { _ in
                _ = store.version()
                try await write()
                try await Task.sleep(for: StoreLimits.versionDelay)
            }
        }
        for round in 0..<3 {
            #expect(
                try await difference { _ = try await other.upsert([listing("l\(round)")]) }
                    == Difference(catalogue: true)
            )
            let search = SearchCriteria(market: "m\(round)")
            #expect(try await difference { try await other.record(search, by: someone) } == Difference(users: true))
            #expect(
                try await difference { try await other.recordOpened([.listing("l\(round)")], by: someone) }
                    == Difference(openings: true, users: true)
            )
            let later = SearchCriteria(market: "n\(round)")
            #expect(try await difference { try await store.record(later, by: someone) } == .none)
            #expect(
                try await difference {
                    try await store.record(search, by: someone)
                    try await other.record(later, by: someone)
                    try await store.record(search, by: someone)
                } == Difference(users: true)
            )
        }
        #expect(try await difference { try await other.forget(someone) } == Difference(openings: true, users: true))
    }

    @Test(arguments: Engine.all) func `is asked for by many while others write, and hides none of its own writes`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let other = try place.open()
        try await withThrowingTaskGroup { group in
            group.addTask {
                for number in 0..<50 { _ = try await other.upsert([listing("o\(number)")]) }
            }
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<20 {
                        let before = store.version()
                        _ = try await store.upsert([listing("w\(writer)-\(number)")])
                        #expect(store.version().catalogue != before.catalogue)
                    }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    let first = store.version()
                    for _ in 0..<2_000 { #expect(store.version().users == first.users) }
                }
            }
            try await group.waitForAll()
        }
    }
}
