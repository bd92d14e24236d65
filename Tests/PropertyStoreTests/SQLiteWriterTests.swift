import Dispatch
import Catalogue
import Testing

@testable import SQLiteStore

@Suite struct `The SQLite store's writer` {
    @Test func `commits many waiting writes together`() async throws {
        let store = try TemporaryFile().openSQLite()
        let before = await store.writer.commits
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                let someone = try user("u\(number)")
                group.addTask { try await store.record(SearchCriteria(market: "m\(number)"), by: someone) }
            }
            try await group.waitForAll()
        }
        #expect(await store.writer.commits - before <= 50)
        for number in 0..<200 {
            #expect(try await store.record(of: user("u\(number)")).lastSearch?.market == "m\(number)")
        }
    }

    @Test func `spoils no write by another one that fails beside it`() async throws {
        let store = try TemporaryFile().openSQLite()
        _ = try await store.upsert([listing("a")])
        let refused = try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                let someone = try user("u\(number)")
                group.addTask { () async throws in
                    do throws(StoreError) {
                        try await store.recordOpened(
                            [.listing("a"), .listing(number % 2 == 0 ? "a" : "x")],
                            by: someone
                        )
                        return 0
                    } catch {
                        #expect(error == .unknownItem(.listing("x")))
                        return 1
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(refused == 100)
        for number in 0..<200 {
            #expect(try await store.openedIDs(by: user("u\(number)")) == (number % 2 == 0 ? ["a"] : []))
        }
    }

    @Test func `takes another's write for another's where its own commit before it has failed`() throws {
        let place = try TemporaryFile()
        _ = try place.openSQLite()
        let connection = try Connection(path: place.path, access: .write)
        func change(_ touched: Touched) throws -> StoredVersion {
            try connection.run(.beginWriting)
            return try connection.changeVersion(of: touched)
        }
        let known = KnownVersion(try connection.version())
        var versions = [known.current]
        func note(isNew: Bool) {
            #expect(!isNew || !versions.contains(known.current))
            #expect(isNew || versions.last == known.current)
            versions.append(known.current)
        }

        let own = try change([.users])
        known.expect(own, touching: [.users])
        connection.rollback()
        known.giveUp(own, touching: [.users])
        note(isNew: false)
        let foreign = try change([.users])
        try connection.run(.commit)
        #expect(foreign.users == own.users)
        known.see(foreign)
        note(isNew: true)

        let next = try change([.users])
        known.expect(next, touching: [.users])
        try connection.run(.commit)
        known.see(next)
        note(isNew: false)

        // Found by the own writer, and not by a look.
        _ = try change([.users])
        try connection.run(.commit)
        let last = try change([.catalogue])
        known.expect(last, touching: [.catalogue])
        note(isNew: true)
        try connection.run(.commit)
        known.see(last)
        note(isNew: true)
    }

    @Test func `refuses a write that would wait behind too many others`() async throws {
        let store = try TemporaryFile().openSQLite()
        let someone = try user("u")
        // A slow disk: the writer is kept on its own thread until the gate opens.
        let gate = DispatchSemaphore(value: 0)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        async let held: Void = store.writer.withConnection { _ in
            start.finish()
            gate.wait()
        }
        for await _ in started {}
        let busy = try await withThrowingTaskGroup { group in
            for number in 0..<(Writer.maximumWaiting + 10) {
                group.addTask { () async throws in
                    do throws(StoreError) {
                        try await store.record(SearchCriteria(market: "m\(number)"), by: someone)
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
        try await store.record(SearchCriteria(market: "after"), by: someone)
        #expect(try await store.record(of: someone).lastSearch?.market == "after")
    }

    @Test func `keeps no more searches of a user than it should`() async throws {
        let store = try TemporaryFile().openSQLite()
        for number in 0..<(StoreLimits.searchesPerUser * 2) {
            try await store.record(SearchCriteria(market: "m\(number)"), by: user("u"))
            try await store.record(SearchCriteria(market: "m\(number)"), by: user("u"))
            if number < 3 { try await store.record(SearchCriteria(market: "m\(number)"), by: user("v")) }
        }
        try await store.writer.withConnection { (connection) throws(StoreError) in
            var kept: [String] = []
            try connection.statement("SELECT market FROM search ORDER BY user, sequence").forEach { row in
                kept.append(row.text(0))
                return true
            }
            let expected = (StoreLimits.searchesPerUser..<StoreLimits.searchesPerUser * 2).map { "m\($0)" }
            #expect(kept == expected + ["m0", "m1", "m2"])
        }
    }
}
