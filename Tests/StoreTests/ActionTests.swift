import Testing

@testable import Catalogue

/// Guards the log and the record of every type of action.
@Suite struct `The actions of a store's users` {
    private static let arrangement = WidgetArrangement(hidden: ["a"], pinned: ["b", "c"], order: ["d"])
    private static let actions: [UserAction] = [
        .saved(id("a")), .saved(id("b")), .dismissed(id("a")), .dismissed(id("nike", kind: "brand")),
        .dismissed(id("b")), .unsaved(id("a")), .restored(id("nike", kind: "brand")),
        .opened(id("sale", kind: "banner")),
        .dismissedWidget(widget("w"), until: now + 9), .dismissedWidget(widget("v"), until: now + 9),
        .restoredWidget(widget("w")), .dismissedWidget(widget("v"), until: now + 19),
        .arranged(arrangement, segment: "homes"), .arranged(arrangement, segment: "style"),
        .arranged(.none, segment: "style"),
    ]

    @Test(arguments: Engine.all) func `are logged in order, and change the record`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        let user = try user("u")
        let batch = EventBatch(Self.actions.enumerated().map { event($1, at: now + Int64($0)) })
        #expect(try await store.append(batch, by: user, at: now).hasChangedRecord)
        try await store.append([search("oslo")], by: try StoreTests.user("v"), at: now)
        var expected = UserRecord()
        expected.cardOpenings = RecentList([id("sale", kind: "banner")], at: [now + 7])
        expected.saves = RecentList([id("b")], at: [now + 1])
        expected.unsaves = RecentList([id("a")], at: [now + 5])
        expected.dismissals = RecentList([id("b"), id("a")], at: [now + 4, now + 2])
        expected.restorations = RecentList([id("nike", kind: "brand")], at: [now + 6])
        expected.dismissedWidgets = [
            UserRecord.DismissedWidget(widget: widget("v"), at: now + 11, until: now + 19),
            UserRecord.DismissedWidget(widget: widget("w"), at: now + 10, until: .distantPast),
        ]
        expected.arrangements = ["homes": Self.arrangement]
        expected.seen = [
            UserRecord.SeenItem(id: id("b"), at: now + 1, price: nil),
            UserRecord.SeenItem(id: id("a"), at: now, price: nil),
        ]
        for reader in [store, try place.open()] {
            #expect(try await reader.state(of: user).record == expected)
            let events = try await reader.events(after: 0, limit: 99).filter { $0.user == user }
            #expect(events.map(\.action) == Self.actions)
            #expect(events.map(\.at) == Self.actions.indices.map { now + Int64($0) })
            #expect(try await reader.lastEvents(of: user, limit: 99) == events.reversed())
            #expect(try await reader.lastEvents(of: user, limit: 3) == events.suffix(3).reversed())
            #expect(try await reader.lastEvents(of: user, limit: 0).isEmpty)
            #expect(try await reader.lastEvents(of: try StoreTests.user("w"), limit: 9).isEmpty)
        }
        #expect(expected.hasDismissed(widget("v"), at: now + 18) && !expected.hasDismissed(widget("v"), at: now + 19))
        #expect(!expected.hasDismissed(widget("w"), at: now))
    }

    @Test(arguments: Engine.all) func `that change nothing are not logged`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        let user = try user("u")
        try await store.append([.saved(id("a")), .dismissed(id("a"))], by: user, at: now)
        let record = try await store.state(of: user).record
        let outcome = try await store.append(
            [
                .saved(id("a")), .dismissed(id("a")), .arranged(.none, segment: "homes"),
            ],
            by: user,
            at: now
        )
        #expect(!outcome.hasChangedRecord && outcome.unknownItems.isEmpty)
        #expect(try await store.state(of: user).record == record)
        #expect(try await store.events(after: 0, limit: 9).count == 2)
    }
}
