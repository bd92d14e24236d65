import Catalogue
import Testing

/// Removes the tables of counts and totals.
private let withoutCounts = "DROP TABLE user_counts; DROP TABLE event_total; DROP TABLE arm_total;"

/// Sets the version of the tables.
private func version(_ engine: Engine, sqlite: Int, postgresql: Int) -> String {
    engine.description == "SQLite"
        ? "PRAGMA user_version = \(sqlite);" : "UPDATE schema_version SET version = \(postgresql);"
}

/// Guards the migration that adds the checkpoint.
@Suite struct `A store without a checkpoint` {
    /// A store with events, of the version before the checkpoint.
    /// - Parameter position: Its acknowledged position.
    private func place(_ engine: Engine, acknowledged position: Int64) async throws -> any Engine.Place {
        let place = try engine.makePlace()
        try await place.open().append([search("a"), search("b")], by: user("u"), at: now)
        try place.execute(
            """
            \(withoutCounts) DROP TABLE checkpoint; UPDATE store SET acknowledged_position = \(position);
            \(version(engine, sqlite: 6, postgresql: 4))
            """
        )
        return place
    }

    @Test(arguments: Engine.all) func `keeps its content, and has the tables of a new one`(
        engine: Engine
    ) async throws {
        let (earlier, new) = (try await place(engine, acknowledged: 1), try engine.makePlace())
        let store = try earlier.open()
        _ = try new.open()
        #expect(try earlier.schema() == new.schema())
        #expect(try await store.events(after: 0, limit: 9).map(\.action) == [search("a"), search("b")])
        #expect(try await store.acknowledgedPosition() == 1)
        #expect(try await store.checkpoint() == nil)
        let checkpoint = LearningCheckpoint(position: 1, bytes: [1])
        #expect(try await store.replaceCheckpoint(with: checkpoint, in: store.itemVersion.history))
        #expect(try await earlier.open().checkpoint() == checkpoint)
    }

    @Test(arguments: Engine.all, [(0, ""), (1, "u")])
    func `names forgotten users only if a service has acknowledged events`(
        engine: Engine,
        sample: (acknowledged: Int64, name: String)
    ) async throws {
        let store = try await place(engine, acknowledged: sample.acknowledged).open()
        try await store.forget(user("u"))
        #expect(try await store.events(after: 0, limit: 9).map(\.user.rawValue) == [sample.name])
    }
}

/// Guards the migration that adds counts and totals.
@Suite struct `A store without counts and totals` {
    /// The record of a user who opened the listings `b` and `a`, as it was stored before there were other actions: the
    /// version 1, no search, and two items.
    private static let record: [UInt8] =
        [1, 0, 2] + [7] + Array("listing".utf8) + [1] + Array("b".utf8) + [7] + Array("listing".utf8)
        + [1] + Array("a".utf8)

    /// A store of the version before counts and totals.
    private func place(_ engine: Engine) async throws -> any Engine.Place {
        let place = try engine.makePlace()
        let store = try place.open()
        _ = try await store.upsert([item("a"), item("b")])
        try await store.append([opened("a"), opened("b")], by: user("u"), at: now)
        let checkpoint = LearningCheckpoint(position: 2, bytes: [1])
        #expect(try await store.replaceCheckpoint(with: checkpoint, in: store.itemVersion.history))
        let digits = Self.record.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let bytes = engine.description == "SQLite" ? "x'\(digits)'" : "'\\x\(digits)'"
        try place.execute(
            """
            \(withoutCounts) UPDATE app_user SET record = \(bytes); \(version(engine, sqlite: 7, postgresql: 5))
            """
        )
        return place
    }

    @Test(arguments: Engine.all) func `keeps its content, and has the tables of a new one`(
        engine: Engine
    ) async throws {
        let (earlier, new) = (try await place(engine), try engine.makePlace())
        let store = try earlier.open()
        _ = try new.open()
        #expect(try earlier.schema() == new.schema())
        #expect(try await store.events(after: 0, limit: 9).map(\.action) == [opened("a"), opened("b")])
        #expect(try await store.checkpoint() == LearningCheckpoint(position: 2, bytes: [1]))
        let state = try await store.state(of: user("u"))
        #expect(state == UserState(record: UserRecord(opened: [id("b"), id("a")]), counts: .empty))
        #expect(try await store.eventTotals(since: .min).isEmpty)
        #expect(try await store.armTotals().isEmpty)
    }

    @Test(arguments: Engine.all) func `continues with the records of users`(engine: Engine) async throws {
        let store = try await place(engine).open()
        let at = EventPlace(widget: widget("w"), rank: 0)
        try await store.append(shown("a", in: at), event(opened("a"), in: at), event(.saved(id("b"))), by: user("u"))
        let state = try await store.state(of: user("u"))
        #expect(state.record.opened == [id("a"), id("b")] && state.record.saved == [id("b")])
        #expect(state.counts.shown(id("a")) == [1, 0])
        #expect(try await store.openedBy(id("a")) == 1)
        #expect(try await store.eventTotals(since: .min).count == 2)
        try await store.forget(user("u"))
        #expect(try await store.openedBy(id("a")) == 0)
    }

    @Test(arguments: Engine.all) func `is migrated once by several stores that open it together`(
        engine: Engine
    ) async throws {
        let place = try await place(engine)
        let stores = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try place.open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for store in stores { try await store.append(shown("a"), by: user("u")) }
        #expect(try await stores[0].counts(of: user("u")).shown(id("a")) == [4, 4])
    }
}
