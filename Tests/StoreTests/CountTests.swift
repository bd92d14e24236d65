import Testing

@testable import Catalogue

/// Guards what is counted of each user.
@Suite struct `The counts of a store's users` {
    @Test(arguments: Engine.all) func `tell how often each item was shown, and nothing of it is logged`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        let (user, banner) = (try user("u"), id("sale", kind: "banner"))
        try await store.append(shown("a", at: 1), shown("b", at: 2), shown("a", at: 3), shown(banner, at: 4), by: user)
        try await place.open().append(shown(banner, at: 6), shown("a", at: 5), by: user)
        var counts = try await store.counts(of: user)
        #expect(counts.shown(id("a")) == [3, 3] && counts.shown(id("b")) == [1, 1])
        #expect(counts.items.map(\.id) == [id("b"), id("a"), banner])
        #expect(counts.items.map(\.lastShown) == [2, 5, 6])
        // The times are kept of banners alone.
        #expect(counts.items.map(\.times) == [[], [], [4, 6]])
        #expect(counts.revision == 2)
        #expect(try await store.events(after: 0, limit: 9).isEmpty)
        #expect(try await store.state(of: user).record == .empty)

        try await store.append(event(opened("a"), at: 7), shown("a", at: 8), by: user)
        counts = try await place.open().counts(of: user)
        #expect(counts.shown(id("a")) == [4, 1] && counts.shown(id("b")) == [1, 1])
        #expect(try await store.events(after: 0, limit: 9).map(\.action) == [opened("a")])
        #expect(try await store.counts(of: try StoreTests.user("v")) == .empty)
    }

    @Test(arguments: Engine.all) func `are of the items that were shown last`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let (user, limit) = (try user("u"), UserCounts.itemLimit)
        _ = try await store.append(
            EventBatch((0..<limit).map { shown("i\($0)", at: Instant(seconds: $0)) }),
            by: user,
            at: now
        )
        // The first item is shown again, so that the second one is the oldest.
        try await place.open().append(shown("i0", at: 10_000), shown("new", at: 10_001), by: user)
        let counts = try await store.counts(of: user)
        #expect(counts.items.map(\.id.id) == (2..<limit).map { "i\($0)" } + ["i0", "new"])
        #expect(counts.shown(id("i0")) == [2, 2] && counts.shown(id("i1")) == [])
        try await store.append(shown("i1", at: 10_002), by: user)
        #expect(try await store.counts(of: user).shown(id("i1")) == [1, 1])
    }

    @Test(arguments: Engine.all) func `hold the last 20 times of a banner`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let (user, banner) = (try user("u"), id("sale", kind: "banner"))
        _ = try await store.append(
            EventBatch((1...25).map { shown(banner, at: Instant(seconds: $0)) }),
            by: user,
            at: now
        )
        try await store.append(shown(banner, at: 8), by: user)
        let counts = try await store.counts(of: user)
        #expect(counts.items.first?.times.map(\.seconds) == [7, 8] + (8...25))
        #expect(counts.shownCount(ofCard: banner, after: 20) == 5)
        #expect(counts.shown(banner) == [26, 26])
    }

    @Test(arguments: Engine.all) func `tell when visits began and ended`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let (user, idle) = (try user("u"), UserCounts.Visit.idleTime)
        #expect(idle == 30 * 60)
        #expect(UserCounts.empty.visit(at: now) == UserCounts.Visit(start: now, end: now, previousEnd: nil))
        try await store.append(shown("a", at: now), by: user)
        try await store.append([search("oslo")], by: user, at: now + idle - 1)
        var counts = try await place.open().counts(of: user)
        #expect(counts.visit == UserCounts.Visit(start: now, end: now + idle - 1, previousEnd: nil))
        #expect(counts.visit(at: now + 2 * idle - 2).start == now)
        #expect(counts.visit(at: now + 2 * idle - 2).previousEnd == nil)
        #expect(counts.visit(at: now + 2 * idle - 1).start == now + 2 * idle - 1)
        #expect(counts.visit(at: now + 2 * idle - 1).previousEnd == now + idle - 1)

        let next = now + 2 * idle - 1
        try await store.append(shown("a", at: next), by: user)
        // Events that are reported late begin no visit, and do not shorten this one.
        try await store.append(
            shown("a", at: now - 10 * idle),
            shown("a", at: next + 5),
            shown("a", at: next),
            by: user
        )
        counts = try await store.counts(of: user)
        #expect(counts.visit == UserCounts.Visit(start: next, end: next + 5, previousEnd: now + idle - 1))
        #expect(counts.visit(at: next + 6).previousEnd == now + idle - 1)
    }

    @Test(arguments: Engine.all) func `tell in how many visits widgets and arms were shown`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        let (user, idle) = (try user("u"), UserCounts.Visit.idleTime)
        let first = EventOrigin(widget: widget("w"), arms: [arm("map"), arm("low", of: "prices")], rank: 0)
        let second = EventOrigin(widget: widget("v"), arms: [arm("map")], rank: 0)
        for visit in 0..<3 {
            let at = now + Int64(visit) * 2 * idle
            try await store.append(shown("a", at: at, in: first), shown("b", at: at, in: first), by: user)
            try await store.append(shown("a", at: at + 1, in: second), by: user)
            if visit == 1 { try await store.append(event(opened("a"), at: at + 2, in: first), by: user) }
        }
        let counts = try await store.counts(of: user)
        #expect(counts.widgets.map(\.widget) == [widget("v"), widget("w")])
        #expect(counts.widgets.map(\.shown) == [3, 3] && counts.widgets.map(\.opened) == [0, 1])
        #expect(counts.widgets[1].lastOpened == now + 2 * idle && counts.widgets[1].lastShown == now + 4 * idle)
        #expect(counts.arms.map(\.arm) == [arm("map"), arm("low", of: "prices")])
        #expect(counts.arms.map(\.visits) == [3, 3] && counts.arms.map(\.shown) == [9, 6])
        #expect(counts.arms.map(\.opened) == [1, 1])
    }
}
