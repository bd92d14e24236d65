import Catalogue
import Testing

/// Guards order, deletion and acknowledgement of events.
@Suite struct `The events of a store` {
    @Test(arguments: Engine.all) func `are read back in order, with every field`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([item("a"), item("b", kind: "product")])
        let searched = UserAction.searched(try fullSearch())
        try await store.append([opened("a"), searched], by: user("u"), at: 7)
        try await place.open().append([opened("b", kind: "product")], by: user("v"), at: 6)
        try await store.append([], by: user("u"), at: 8)
        let events = try await store.events(after: 0, limit: 9)
        #expect(events.map(\.action) == [opened("a"), searched, opened("b", kind: "product")])
        #expect(events.map(\.user.rawValue) == ["u", "u", "v"])
        #expect(events.map(\.at) == [7, 7, 6])
        #expect(events.map(\.position) == events.map(\.position).sorted() && events[0].position > 0)
        #expect(Set(events.map(\.position)).count == 3)
        for start in events.indices {
            let rest = try await store.events(after: events[start].position, limit: 9)
            #expect(rest == Array(events[(start + 1)...]))
        }
        #expect(try await store.events(after: 0, limit: 2) == Array(events.prefix(2)))
        #expect(try await store.events(after: events[0].position, limit: 1) == [events[1]])
        #expect(try await store.events(after: 0, limit: 0) == [])
        #expect(try await store.events(after: 0, limit: -1) == [])
    }

    @Test(arguments: Engine.all) func `hold no search equal to the user's last one`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        try await store.append([search("toledo"), search("toledo"), opened("a")], by: user("u"), at: now)
        try await store.append([search("toledo"), opened("a")], by: user("u"), at: now)
        try await store.append([search("toledo")], by: user("v"), at: now)
        try await store.append([search("oslo"), search("toledo")], by: user("u"), at: now)
        let expected = [
            search("toledo"), opened("a"), .opened(id("a"), since: now), search("toledo"), search("oslo"),
            search("toledo"),
        ]
        #expect(try await store.events(after: 0, limit: 9).map(\.action) == expected)
    }

    @Test(arguments: Engine.all) func `become visible to every store in the same order`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let stores = [store, try place.open()]
        let reader = try place.open()
        let rounds = 15
        async let writing: Void = withThrowingTaskGroup { group in
            for (number, store) in stores.enumerated() {
                for writer in 0..<3 {
                    group.addTask {
                        let user = try user("u\(number)-\(writer)")
                        for round in 0..<rounds {
                            try await store.append([search("a\(round)"), search("b\(round)")], by: user, at: now)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        // A reader that continues after its last event misses none.
        var seen: [UserEvent] = []
        let total = 6 * rounds * 2
        let deadline = ContinuousClock.now + .seconds(300)
        while seen.count < total, ContinuousClock.now < deadline {
            let next = try await reader.events(after: seen.last?.position ?? 0, limit: 7)
            seen += next
            if next.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
        try await writing
        try #require(seen.count == total)
        for store in stores { #expect(try await store.events(after: 0, limit: 1_000) == seen) }
        let expected = (0..<rounds).flatMap { [search("a\($0)"), search("b\($0)")] }
        for (_, events) in Dictionary(grouping: seen, by: \.user) { #expect(events.map(\.action) == expected) }
        // The actions of one call are adjacent.
        #expect(stride(from: 0, to: seen.count, by: 2).allSatisfy { seen[$0].user == seen[$0 + 1].user })
    }

    @Test(arguments: Engine.all) func `are deleted up to a time, and records stay`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        for at in [5, 10, 15] as [Instant] {
            try await store.append([opened("a"), search("m\(at)")], by: user("u"), at: at)
        }
        let record = try await store.state(of: user("u")).record
        let last = try #require(try await store.events(after: 0, limit: 9).last)
        #expect(try await store.delete(.events, before: 5) == 0)
        #expect(try await store.delete(.events, before: 10) == 2)
        #expect(try await store.events(after: 0, limit: 9).map(\.at) == [10, 10, 15, 15])
        #expect(try await store.delete(.events, before: 16) == 4)
        #expect(try await store.events(after: 0, limit: 9) == [])
        #expect(try await store.state(of: user("u")).record == record)
        #expect(try await store.openedBy(id("a")) == 1)
        // Positions are not reused.
        try await store.append([search("oslo")], by: user("u"), at: now)
        #expect(try #require(try await store.events(after: 0, limit: 9).first).position > last.position)
    }

    @Test(arguments: Engine.all) func `are deleted in any number`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let names = (0..<5).map { "i\($0)" }
        _ = try await store.upsert(names.map { item($0) })
        // The server ends a transaction whose client computes for longer than the timeout.
        let actions = (0..<200).flatMap { _ in names.map { opened($0) } }
        for _ in 0..<25 { try await store.append(actions, by: user("u"), at: 1) }
        try await store.append([opened("i0")], by: user("u"), at: 2)
        #expect(try await store.delete(.events, before: 2) == 25_000)
        #expect(try await store.events(after: 0, limit: 9).map(\.at) == [2])
    }

    @Test(arguments: Engine.all) func `are acknowledged up to a position that never decreases`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        #expect(try await store.acknowledgedPosition() == 0)
        try await store.append([search("a"), search("b"), search("c")], by: user("u"), at: now)
        let events = try await store.events(after: 0, limit: 9)
        try await store.acknowledge(through: events[1].position)
        #expect(try await store.acknowledgedPosition() == events[1].position)
        #expect(try await place.open().acknowledgedPosition() == events[1].position)
        try await place.open().acknowledge(through: events[0].position)
        #expect(try await store.acknowledgedPosition() == events[1].position)
        #expect(try await store.events(after: store.acknowledgedPosition(), limit: 9) == [events[2]])
        // Acknowledged events stay until they are deleted.
        #expect(try await store.events(after: 0, limit: 9) == events)
    }

    @Test(arguments: Engine.all) func `tell that a user was forgotten, and name no user`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        try await store.append([search("a"), search("b")], by: user("u"), at: 7)
        try await store.append([search("a")], by: user("v"), at: 7)
        let last = try await store.lastPosition()
        try await place.open().forget(user("u"))
        let events = try await store.events(after: 0, limit: 9)
        #expect(events.map(\.user) == [try user("v"), .erased])
        #expect(events.map(\.action) == [search("a"), .forgotten(openings: nil)])
        #expect(events[1].position > last && events[1].at == now)
        #expect(try await store.lastPosition() == events[1].position)
        // Nothing is known of this user, or no longer.
        try await store.forget(user("u"))
        try await store.forget(user("w"))
        #expect(try await store.events(after: 0, limit: 9) == events)
    }

    @Test(arguments: Engine.all) func `tell where the log had the openings of a forgotten user`(
        engine: Engine
    ) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a"), item("b")])
        func forgotten(_ name: String) async throws -> UserAction? {
            try await store.forget(user(name))
            return try await store.events(after: 0, limit: 99).last?.action
        }
        try await store.append([opened("a"), search("a"), opened("b")], by: user("u"), at: 7)
        try await store.append([opened("a"), .saved(id("a"))], by: user("v"), at: 7)
        try await store.append([opened("a")], by: user("u"), at: 8)
        let openings = try await store.events(after: 0, limit: 99).filter {
            $0.user.rawValue == "u" && $0.action.code == UserAction.openedCode
        }
        #expect(try await forgotten("u") == .forgotten(openings: openings.map(\.position)) && openings.count == 3)
        // The log no longer has the openings of the other one, but they may have been learned.
        #expect(try await store.delete(.events, before: 9) == 2)
        #expect(try await forgotten("v") == .forgotten(openings: []))
        // Nothing is learned from brands and searches.
        let brand = id("nike", kind: "brand")
        try await store.append([.opened(brand), search("a"), .saved(id("a"))], by: user("w"), at: 9)
        #expect(try await forgotten("w") == .forgotten(openings: nil))
    }

    @Test(arguments: Engine.all) func `of users without a record are forgotten too`(engine: Engine) async throws {
        let place = try engine.makePlace()
        let store = try place.open()
        try await store.append([search("a")], by: user("u"), at: now)
        try place.execute("DELETE FROM app_user")
        try await store.forget(user("u"))
        #expect(try await store.events(after: 0, limit: 9).map(\.action) == [.forgotten(openings: nil)])
    }

    @Test(arguments: Engine.all) func `name forgotten users to an external service until that is acknowledged`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        try await store.acknowledge(through: 0)
        #expect(try await store.acknowledgedPosition() == 0)
        try await store.append([search("a")], by: user("u"), at: 7)
        try await store.append([search("a")], by: user("v"), at: 7)
        try await place.open().forget(user("u"))
        try await store.append([search("b")], by: user("u"), at: 8)
        func users() async throws -> [String] {
            try await store.events(after: 0, limit: 9).map {
                $0.user.rawValue + ($0.action.isForgotten ? " was forgotten" : "")
            }
        }
        #expect(try await users() == ["v", "u was forgotten", "u"])
        let first = try #require(try await store.events(after: 0, limit: 9).dropFirst().first)

        // Nothing is known of the user then, but the service does not know that yet.
        try await store.forget(user("u"))
        try await store.forget(user("u"))
        #expect(try await users() == ["v", "u was forgotten", "u was forgotten"])
        let last = try #require(try await store.events(after: 0, limit: 9).last)
        try await store.acknowledge(through: first.position)
        #expect(try await users() == ["v", " was forgotten", "u was forgotten"])
        try await store.acknowledge(through: last.position)
        #expect(try await users() == ["v", " was forgotten", " was forgotten"])
        #expect(try await store.acknowledgedPosition() == last.position)
        // Old ones are deleted like other events.
        try await store.forget(user("v"))
        #expect(try await users() == [" was forgotten", " was forgotten", "v was forgotten"])
        #expect(try await store.delete(.events, before: now + 1) == 3)
    }
}
