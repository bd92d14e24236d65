import SeededRandom
import Testing

@testable import Catalogue

/// Guards every read after each of many random writes through two stores, compared with a model.
@Suite struct `A store and its model` {
    @Test(arguments: Engine.all, 1...8 as ClosedRange<UInt64>)
    func `agree after random writes`(engine: Engine, seed: UInt64) async throws {
        let clock = ManualClock()
        let (first, place) = try engine.make { clock.now }
        let stores = [first, try place.open { clock.now }]
        var random = SplitMix64(seed: seed)
        var model = Model()
        var mirror = try await first.contents()
        for step in 0..<80 {
            clock.now += random.pick(0, 1, StoreLimits.tombstoneLifetime / 3)
            let writer = stores.randomElement(using: &random) ?? first
            try await write(to: writer, and: &model, at: clock.now, &random)
            let reader = stores.randomElement(using: &random) ?? first
            let items = try await compare(reader, with: model)
            if step % random.pick(1, 2, 9) == 0 {
                try await catchUp(&mirror, from: reader)
                #expect(mirror.items == items, "seed \(seed), step \(step)")
            }
        }
    }

    private func write(
        to store: any CatalogueStore,
        and model: inout Model,
        at now: Instant,
        _ random: inout SplitMix64
    ) async throws {
        let user = try user(random.pick("u", "v", "w"))
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            let batch = (0..<random.pick(0, 1, 5)).map { _ in randomItem(&random) }
            let expected = batch.map { model.upsert($0) }
            #expect(try await store.upsert(batch) == expected)
        case 4:
            let ids = (0..<random.pick(0, 1, 3)).map { _ in randomID(&random) }
            let expected = model.remove(ids)
            #expect(try await store.remove(ids) == expected)
        case 5...7:
            let actions = (0..<random.pick(0, 1, 3)).map { _ in
                random.pick(true, false) ? .opened(randomID(&random)) : search(random.pick("oslo", "toledo"))
            }
            let unknown = model.append(actions, by: user, at: now)
            #expect(try await store.append(actions, by: user, at: now).unknownItems == unknown)
        case 8:
            model.forget(user, at: now)
            try await store.forget(user)
        default:
            let moment = now - random.pick(0, StoreLimits.tombstoneLifetime)
            let expected = model.deleteEvents(before: moment)
            #expect(try await store.delete(.events, before: moment) == expected)
        }
    }

    private func compare(
        _ store: any CatalogueStore,
        with model: Model
    ) async throws -> [CatalogueItem.ID: StoredItem] {
        let items = try await store.contents().items
        #expect(items.mapValues(\.item) == model.items)
        #expect(items.mapValues(\.openedBy) == model.openedBy)
        #expect(arrivalOrder(items.values) == model.order)
        for (collection, ids) in model.collections {
            #expect(collectionOrder(collection, items.values) == ids, "\(collection)")
        }
        #expect(try await store.itemCounts() == Dictionary(grouping: model.order, by: \.kind).mapValues(\.count))
        for user in try ["u", "v", "w"].map(user) {
            #expect(try await store.state(of: user).record == model.records[user] ?? .empty)
        }
        let events = try await store.events(after: 0, limit: 1_000)
        let found = events.map { event in
            var action = event.action
            if case .forgotten(_?) = action { action = .forgotten(openings: []) }
            if case .opened(let id, _) = action { action = .opened(id) }
            return Model.Event(user: event.user, action: action, at: event.at)
        }
        #expect(found == model.events)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.position < $1.position })
        return items
    }

    /// Applies the changes since the mirror's version, or reads everything again if they are unknown.
    private func catchUp(
        _ mirror: inout (items: [CatalogueItem.ID: StoredItem], version: ItemVersion),
        from store: any CatalogueStore
    ) async throws {
        guard let changes = try await store.changes(since: mirror.version) else {
            return mirror = try await store.contents()
        }
        mirror.items.merge(changes.changed) { $1 }
        for id in changes.removed { mirror.items[id] = nil }
        mirror.version = changes.version
    }

    private func randomID(_ random: inout SplitMix64) -> CatalogueItem.ID {
        id(random.pick("a", "b", "c", "d"), kind: random.pick("listing", "product"))
    }

    private func randomItem(_ random: inout SplitMix64) -> CatalogueItem {
        CatalogueItem(
            id: randomID(&random),
            title: random.pick("A house", "Château"),
            price: random.pick(nil, Money(amount: random.pick(1, 2), currency: "USD")),
            collections: random.pick([], ["k"], ["l", "k"], ["k", "l"], ["l", "m", "l"]),
            status: random.pick(.active, .sold),
            attributes: random.pick([:], ["rating": .number(4.5)])
        )
    }
}
