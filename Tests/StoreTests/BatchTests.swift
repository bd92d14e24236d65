import Testing

@testable import Catalogue

/// Guards what batches of events change, and that none is stored twice.
@Suite struct `A batch of events` {
    @Test(arguments: Engine.all) func `is applied whole, each event at its own time and with its own price`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        let (user, price) = (try user("u"), Money(amount: 7, currency: "EUR"))
        let outcome = try await store.append(
            event(search("oslo"), at: 1),
            shown("a", at: 2),
            event(opened("a"), at: 3, price: price),
            event(.saved(id("b")), at: 4),
            by: user
        )
        #expect(outcome.hasChangedRecord && !outcome.isRepeated && outcome.unknownItems.isEmpty)
        for reader in [store, try place.open()] {
            let state = try await reader.state(of: user)
            #expect(state.counts == outcome.counts)
            #expect(state.counts.shown(id("a")) == [1, 0])
            #expect(state.record.lastSearch?.filter.market == "oslo")
            #expect(state.record.opened == [id("a")] && state.record.saved == [id("b")])
            let seen = [
                UserRecord.SeenItem(id: id("b"), at: 4, price: nil),
                UserRecord.SeenItem(id: id("a"), at: 3, price: price),
            ]
            #expect(state.record.seen == seen)
            #expect(try await reader.events(after: 0, limit: 9).map(\.at) == [1, 3, 4])
        }
        #expect(try await store.openedBy(id("a")) == 1)
        #expect(try await store.openedBy(id("b")) == 0)
    }

    @Test(arguments: Engine.all) func `is stored without the events of unknown items, which it names`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        let (user, brand, place) = (try user("u"), id("nike", kind: "brand"), EventOrigin(widget: widget("w"), rank: 0))
        let outcome = try await store.append(
            event(opened("x"), in: place),
            event(opened("a"), in: place),
            event(.saved(id("x"))),
            event(.dismissed(id("a", kind: "product")), in: place),
            event(.unsaved(id("x"))),
            event(.opened(brand)),
            event(.dismissed(brand)),
            shown("gone"),
            by: user
        )
        #expect(outcome.unknownItems == [0, 2, 3] && outcome.hasChangedRecord)
        let state = try await store.state(of: user)
        #expect(state.record.opened == [id("a")] && state.record.saved == [] && state.record.dismissed == [brand])
        #expect(state.record.openedCards == [brand])
        #expect(state.counts.shown(id("gone")) == [1, 1])
        let events: [UserAction] = [opened("a"), .unsaved(id("x")), .opened(brand), .dismissed(brand)]
        #expect(try await store.events(after: 0, limit: 9).map(\.action) == events)
        let totals = try await store.eventTotals(since: .min)
        #expect(totals.map(\.counts.opened) == [1, 1] && totals.allSatisfy { $0.counts.dismissed == 0 })
    }

    @Test(arguments: Engine.all) func `that comes late changes nothing that happened later`(engine: Engine) async throws
    {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a"), item("b"), item("c")])
        let (user, late) = (try user("u"), now - 36_000)
        try await store.append(
            [opened("a"), .saved(id("a")), .unsaved(id("b")), .dismissed(id("c"))],
            by: user,
            at: now
        )
        let before = try await store.state(of: user).record
        try await store.append(
            event(opened("b"), at: late),
            event(.unsaved(id("a")), at: late),
            event(.saved(id("b")), at: late),
            event(.restored(id("c")), at: late),
            event(opened("a"), at: late, price: Money(amount: 7, currency: "EUR")),
            by: user
        )
        for reader in [store, try place.open()] {
            let record = try await reader.state(of: user).record
            #expect(record.opened == [id("a"), id("b")] && record.saved == before.saved)
            #expect(record.dismissed == before.dismissed && record.seen.first == before.seen.first)
        }
        // Openings are logged, although the record has later ones.
        #expect(try await store.events(after: 0, limit: 99).map(\.at) == [now, now, now, now, late, late])
        #expect(try await store.openedBy(id("a")) == 1)
        #expect(try await store.openedBy(id("b")) == 1)
        try await store.append(event(.unsaved(id("a")), at: now), by: user)
        #expect(try await store.state(of: user).record.saved == [])
    }

    @Test(arguments: Engine.all) func `has no effect when it is repeated`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a")])
        let (user, other) = (try user("u"), try user("v"))
        let batch = EventBatch(
            id: "b1",
            [shown("a", in: EventOrigin(widget: widget("w"), arms: [arm("map")], rank: 3)), event(opened("a"))]
        )
        let first = try await store.append(batch, by: user, at: now)
        #expect(!first.isRepeated)
        let state = try await store.state(of: user)
        let (events, totals) = (try await store.events(after: 0, limit: 9), try await store.eventTotals(since: .min))
        let arms = try await store.armTotals()
        // Other events of the same batch are not looked at.
        let search = EventBatch(id: "b1", [event(search("oslo")), event(opened("x"))])
        for (writer, batch) in [(store, batch), (try place.open(), batch), (try place.open(), search)] {
            let outcome = try await writer.append(batch, by: user, at: now + 1)
            #expect(outcome.isRepeated && !outcome.hasChangedRecord && outcome.unknownItems.isEmpty)
            #expect(outcome.counts == first.counts)
        }
        #expect(try await store.state(of: user) == state)
        #expect(try await store.events(after: 0, limit: 9) == events && events.count == 1)
        #expect(try await Set(store.eventTotals(since: .min)) == Set(totals))
        #expect(try await store.armTotals() == arms)
        // Another user's batch may have the same ID.
        #expect(try await !store.append(batch, by: other, at: now).isRepeated)
        #expect(try await store.counts(of: other).shown(id("a")) == [1, 0])
    }

    @Test(arguments: Engine.all) func `is stored once by stores that receive it together`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let stores = [store, try place.open()]
        let (user, batch) = (try user("u"), EventBatch(id: "b1", [shown("a")]))
        let stored = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { try await !stores[number % 2].append(batch, by: user, at: now).isRepeated }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(stored == 1)
        #expect(try await store.counts(of: user).shown(id("a")) == [1, 1])
    }

    @Test(arguments: Engine.all) func `is remembered for 7 days, as one of the user's last 32`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let (user, week) = (try user("u"), UserCounts.batchLifetime)
        func isRepeated(_ id: String, at time: Instant) async throws -> Bool {
            try await place.open().append(EventBatch(id: id, [shown("a", at: time)]), by: user, at: time).isRepeated
        }
        #expect(week == 7 * 86_400 && UserCounts.batchLimit == 32)
        #expect(try await !isRepeated("old", at: now))
        #expect(try await isRepeated("old", at: now + week - 1))
        #expect(try await !isRepeated("old", at: now + week))

        for number in 0..<32 { #expect(try await !isRepeated("b\(number)", at: now + week)) }
        #expect(try await isRepeated("b0", at: now + week))
        #expect(try await !isRepeated("old", at: now + week))
        #expect(try await !isRepeated("b0", at: now + week))
        #expect(try await isRepeated("b2", at: now + week))
        #expect(try await store.counts(of: user).batches.count == 32)
        // Batches without an ID are never repeated, and leave the others.
        for _ in 0..<40 { #expect(try await !store.append(shown("a", at: now + week), by: user).isRepeated) }
        #expect(try await isRepeated("b31", at: now + week))
    }

    @Test(arguments: Engine.all) func `of shown items changes no version of the user`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let (other, user) = (try place.open(), try user("u"))
        _ = try await other.upsert([item("a")])
        try await Task.sleep(for: StoreLimits.versionDelay)
        let (items, users) = (store.itemVersion, store.userVersion(of: user))
        for _ in 0..<3 {
            let outcome = try await other.append(shown("a"), shown(id("nike", kind: "brand")), by: user)
            #expect(!outcome.hasChangedRecord)
        }
        try await Task.sleep(for: StoreLimits.versionDelay)
        #expect(store.userVersion(of: user) == users && store.itemVersion == items)
        #expect(try await store.counts(of: user).shown(id("a")) == [3, 3])
        // A brand that is opened is not an item whose users are counted.
        #expect(try await other.append(event(.opened(id("nike", kind: "brand"))), by: user).hasChangedRecord)
        try await Task.sleep(for: StoreLimits.versionDelay)
        #expect(store.userVersion(of: user) != users && store.itemVersion == items)
    }
}
