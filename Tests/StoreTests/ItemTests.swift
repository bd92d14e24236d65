import Testing

@testable import Catalogue

/// Guards upserts, removals and the order of arrival.
@Suite struct `The items of a store` {
    @Test(arguments: Engine.all) func `are read back with every field`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let items = [try fullItem(), CatalogueItem(id: id("bare", kind: "product"), title: "")]
        #expect(try await store.upsert(items) == [.added, .added])
        for reader in [store, try place.open()] {
            let stored = try await reader.contents().items
            #expect(stored.count == 2)
            for item in items { #expect(stored[item.id]?.item == item) }
            #expect(stored.values.allSatisfy { $0.openedBy == 0 })
        }
    }

    @Test(arguments: Engine.all) func `are added, changed or unchanged`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        #expect(try await store.upsert([]) == [])
        #expect(try await store.upsert([item("a"), item("a", kind: "product")]) == [.added, .added])
        #expect(
            try await store.upsert([item("a"), item("a", kind: "product", title: "Shoes"), item("b")])
                == [.unchanged, .changed, .added]
        )
        #expect(try await store.contents().items[id("a", kind: "product")]?.item.title == "Shoes")
        #expect(try await store.itemCounts() == ["listing": 2, "product": 1])
    }

    @Test(arguments: Engine.all) func `are upserted in order if an id is repeated`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        let outcomes = try await store.upsert([item("a"), item("a", title: "B"), item("a", title: "B"), item("a")])
        #expect(outcomes == [.added, .changed, .unchanged, .changed])
        #expect(try await store.contents().items[id("a")]?.item == item("a"))
    }

    @Test(arguments: Engine.all) func `are removed, and counted`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b"), item("c", kind: "product")])
        #expect(try await store.remove([]) == 0)
        #expect(try await store.remove([id("a"), id("x"), id("c"), id("a")]) == 1)
        #expect(try await store.itemCounts() == ["listing": 1, "product": 1])
        #expect(try await store.remove([id("c", kind: "product"), id("b")]) == 2)
        #expect(try await store.itemCounts() == [:])
        #expect(try await store.contents().items.isEmpty)
    }

    @Test(arguments: Engine.all) func `keep their place in the order of arrival until they are removed`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("c"), item("a"), item("b", kind: "product")])
        _ = try await store.upsert([item("a", title: "Other"), item("d"), item("c")])
        #expect(try await store.idsByArrival() == ["c", "a", "b", "d"])
        _ = try await place.open().remove([id("c")])
        #expect(try await store.idsByArrival() == ["a", "b", "d"])
        #expect(try await store.upsert([item("c")]) == [.added])
        #expect(try await store.idsByArrival() == ["a", "b", "d", "c"])
    }

    @Test(arguments: Engine.all) func `keep their place in a collection while they stay there`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("b", in: ["k", "l"]), item("a", in: ["k"]), item("c", in: ["l", "k", "l"])])
        #expect(try await store.contents().items[id("c")]?.item.collections == ["l", "k"])
        #expect(try await store.ids(of: "k") == ["b", "a", "c"])
        #expect(try await store.upsert([item("c", in: ["l", "k", "l"])]) == [.unchanged])
        // The order of an item's own list is content, not its place in the collections.
        #expect(try await store.upsert([item("b", in: ["l", "k"])]) == [.changed])
        #expect(try await store.ids(of: "k") == ["b", "a", "c"])
        _ = try await store.upsert([item("b", in: ["l"])])
        #expect(try await store.ids(of: "k") == ["a", "c"])
        _ = try await store.upsert([item("b", in: ["l", "k"])])
        #expect(try await store.ids(of: "k") == ["a", "c", "b"])
        #expect(try await store.ids(of: "l") == ["b", "c"])
    }

    @Test(arguments: Engine.all) func `are shared by an importing and a serving store`(
        engine: Engine
    ) async throws {
        let (serving, place) = try engine.make()
        let importing = try place.open()
        try await withThrowingTaskGroup { group in
            group.addTask {
                for batch in 0..<20 {
                    _ = try await importing.upsert((0..<50).map { item("i\(batch)-\($0)") })
                }
            }
            group.addTask {
                for batch in 0..<20 { _ = try await serving.upsert([item("s\(batch)", in: ["k"])]) }
            }
            try await group.waitForAll()
        }
        #expect(try await serving.itemCounts() == ["listing": 1_020])
        #expect(try await importing.ids(of: "k") == (0..<20).map { "s\($0)" })
        let (one, other) = (try await serving.contents(), try await importing.contents())
        #expect(one.items == other.items && one.version == other.version)
        _ = arrivalOrder(one.items.values)
    }
}
