import Dispatch
import Testing

@testable import Catalogue
@testable import SQLiteStore

/// Guards group commit, isolation of failures, and back pressure.
@Suite struct `The writer of an SQLite store` {
    @Test func `commits many waiting writes together`() async throws {
        let store = try TemporaryFile().openSQLite()
        let before = await store.writer.commits
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                let someone = try user("u\(number)")
                group.addTask { try await store.append([search("m\(number)")], by: someone, at: now) }
            }
            try await group.waitForAll()
        }
        #expect(await store.writer.commits - before <= 50)
        for number in 0..<200 {
            #expect(try await store.state(of: user("u\(number)")).record.lastSearch?.filter.market == "m\(number)")
        }
    }

    @Test func `isolates writes from others that fail in the same transaction`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a")])
        // Searches at this time are refused, after the opening before them was logged.
        try place.execute(
            "CREATE TRIGGER refusal BEFORE INSERT ON event WHEN NEW.at = 7 BEGIN SELECT raise(ABORT, 'refused'); END"
        )
        let refused = try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                let someone = try user("u\(number)")
                group.addTask { () async throws in
                    let at = EventOrigin(widget: widget("w"), rank: 0)
                    let second = event(search("oslo"), at: number % 2 == 0 ? now : 7)
                    do throws(StoreError) {
                        try await store.append(event(opened("a"), in: at), second, by: someone)
                        return 0
                    } catch {
                        guard case .defect = error else { throw error }
                        return 1
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(refused == 100)
        for number in 0..<200 {
            let state = try await store.state(of: user("u\(number)"))
            #expect(state.record.opened == (number % 2 == 0 ? [id("a")] : []))
            #expect(state.counts.revision == (number % 2 == 0 ? 1 : 0))
        }
        #expect(try await store.events(after: 0, limit: 999).count == 200)
        #expect(try await store.openedBy(id("a")) == 100)
        #expect(try await store.eventTotals(since: .min).map(\.counts.opened) == [100, 100])
    }

    @Test func `detects another writer's change after its own commit failed`() throws {
        let place = try TemporaryFile()
        _ = try place.openSQLite()
        let connection = try Connection(path: place.path, access: .write)
        func change(_ column: String) throws -> VersionChange {
            try connection.execute("BEGIN IMMEDIATE")
            let before = try connection.storeRow().versions
            try connection.execute("UPDATE store SET \(column) = \(column) + 1")
            return VersionChange(before: before, after: try connection.storeRow().versions, users: [])
        }
        let known = KnownVersion(try connection.storeRow().versions)
        var versions = [[known.items, known.users]]
        func note(isNew: Bool) {
            let current = [known.items, known.users]
            #expect(!isNew || !versions.contains(current))
            #expect(isNew || versions.last == current)
            versions.append(current)
        }

        let own = try change("user_version")
        #expect(throws: StoreError.busy) { try known.adopt(own) { () throws(StoreError) in throw .busy } }
        connection.rollback()
        note(isNew: false)
        let foreign = try change("user_version")
        try connection.execute("COMMIT")
        #expect(foreign.after.users == own.after.users)
        known.adopt(foreign.after)
        note(isNew: true)

        let next = try change("user_version")
        try known.adopt(next) { () throws(StoreError) in try connection.execute("COMMIT") }
        note(isNew: false)

        // Detected by the writer itself, not by a check.
        _ = try change("user_version")
        try connection.execute("COMMIT")
        let last = try change("item_version")
        try known.adopt(last) { () throws(StoreError) in
            note(isNew: true)
            try connection.execute("COMMIT")
        }
        note(isNew: true)
    }

    @Test func `refuses a write when too many are waiting`() async throws {
        let store = try TemporaryFile().openSQLite()
        let someone = try user("u")
        // Simulates a slow disk: the writer's thread is blocked until the semaphore is signalled.
        let gate = DispatchSemaphore(value: 0)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        async let held: Void = store.writer.withConnection { _ in
            start.finish()
            gate.wait()
        }
        for await _ in started {}
        let busy = try await withThrowingTaskGroup { group in
            for number in 0..<(GroupCommit.maximumWaiting + 10) {
                group.addTask { () async throws in
                    do throws(StoreError) {
                        try await store.append([search("m\(number)")], by: someone, at: now)
                        return false
                    } catch {
                        #expect(error == .busy)
                        return true
                    }
                }
            }
            var busy = 0
            for try await isBusy in group where isBusy {
                busy += 1
                if busy == 10 { gate.signal() }
            }
            return busy
        }
        try await held
        #expect(busy == 10)
        try await store.append([search("after")], by: someone, at: now)
        #expect(try await store.state(of: someone).record.lastSearch?.filter.market == "after")
    }
}
