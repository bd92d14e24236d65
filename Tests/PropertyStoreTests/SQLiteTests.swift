import Foundation
import PropertyStore
import Testing

@testable import SQLiteStore

@Suite struct `The SQLite store's plans` {
    /// The one statement that may look at whole tables: it counts them, and is no part of a home.
    private static let exempt: Set<SQL> = [.counts]

    private func plan(of sql: SQL, on connection: Connection) throws -> [String] {
        var steps: [String] = []
        try connection.statement("EXPLAIN QUERY PLAN " + sql.text).forEach { row in
            steps.append(row.text(3))
            return true
        }
        return steps
    }

    private func expectSearches(on connection: Connection) throws {
        for sql in SQL.allCases where !Self.exempt.contains(sql) {
            for step in try plan(of: sql, on: connection) where step.hasPrefix("SCAN") {
                // A virtual table is never said to be searched. "1:" is the R*Tree's row of one key; "2:" with a text
                // after it is a search of its boxes, without a text all of them.
                let isSearched = step.contains(/^SCAN listing_place VIRTUAL TABLE INDEX (1:|2:.+)$/)
                #expect(isSearched || step == "SCAN CONSTANT ROW", "\(sql): \(step)")
            }
        }
        for sql in [SQL.newestInMarket, .newest] {
            let steps = try plan(of: sql, on: connection)
            #expect(steps.count == 1 && steps[0].hasPrefix("SEARCH listing USING COVERING INDEX"), "\(sql): \(steps)")
        }
        for sql in [
            SQL.productsOfCollection, .productsOfBrand, .productsOfCategory, .products, .brands, .recentlyOpened,
        ] {
            #expect(try !plan(of: sql, on: connection).contains { $0.contains("TEMP B-TREE") }, "\(sql)")
        }
    }

    @Test func `search, and scan no table, in an empty store and in a full one with statistics`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        try await store.writer.withConnection { (connection) throws(StoreError) in
            do { try expectSearches(on: connection) } catch { Issue.record(error) }
        }
        _ = try await store.upsert((0..<2_000).map { listing("l\($0)", at: Coordinate(latitude: 1, longitude: 2)) })
        let brands = (0..<50).map { Brand(id: "b\($0)", name: "Brand") }
        _ = try await store.upsert(
            (0..<500).map { product("p\($0)", by: brands[$0 % 50], category: "shoes", in: ["k\($0 % 50)"]) }
        )
        try await store.recordOpened((0..<500).map { .product("p\($0)") }, by: user("u"))
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("ANALYZE")
        }
        let again = try place.openSQLite()
        try await again.writer.withConnection { (connection) throws(StoreError) in
            do { try expectSearches(on: connection) } catch { Issue.record(error) }
        }
    }

    @Test func `find the same in an area whichever way they go`() async throws {
        let store = try TemporaryFile().openSQLite()
        var random = Seeded(7)
        var listings: [Listing] = []
        for number in 0..<2_500 {
            let (latitude, longitude) = (
                Double.random(in: 1...2, using: &random), Double.random(in: 1...2, using: &random)
            )
            listings.append(
                listing(
                    "l\(number)",
                    at: try place(latitude, longitude),
                    market: random.pick("a", "b"),
                    listedAt: .random(in: 0..<300, using: &random)
                )
            )
        }
        _ = try await store.upsert(listings)
        var model = Model()
        for listing in listings { _ = model.upsert(listing) }
        // Wide enough for more listings than `sparseArea`, and for fewer.
        for radius in [200_000.0, 60_000, 20_000, 500] {
            for market in [nil, "a"] {
                let area = Area(center: try place(1.5, 1.5), radius: radius)
                let criteria = SearchCriteria(market: market, place: area)
                let expected = model.newest(matching: criteria, limit: 30)
                #expect(try await store.newestIDs(criteria, limit: 30) == expected)
                let (around, walked) = try store.readers.read { (connection) throws(StoreError) in
                    (
                        try connection.newest(around: area, matching: criteria, limit: 30),
                        try connection.newest(matching: criteria, limit: 30)
                    )
                }
                #expect(try await store.ids(of: around) == expected)
                #expect(around == walked)
            }
        }
    }
}

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

    @Test func `refuses a write that would wait behind too many others`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        let other = try Connection(path: place.path, access: .write)
        // While another process writes, nothing here goes on.
        try other.run(.beginWriting)
        let someone = try user("u")
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
                if busy == 10 { try other.run(.commit) }
            }
            return busy
        }
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

@Suite struct `The SQLite store's file` {
    @Test func `holds every acknowledged write at whatever moment the process dies`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([listing("a")])
        for number in 0..<5 {
            let search = SearchCriteria(market: "m\(number)")
            try await store.record(search, by: user("u"))
            try await store.recordOpened([.listing("a")], by: user("u\(number)"))
            // What is on the disk now is what a dead process would leave: nothing was closed, nothing is in order.
            let copy = try TemporaryFile()
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: place.path + suffix, toPath: copy.path + suffix)
            }
            let survivor = try copy.open()
            #expect(try await survivor.record(of: user("u")).lastSearch == search)
            #expect(try await survivor.openedIDs(by: user("u\(number)")) == ["a"])
        }
    }

    @Test func `is shared by a store that imports and one that serves`() async throws {
        let place = try TemporaryFile()
        let (serving, importing) = (try place.openSQLite(), try place.openSQLite())
        try await withThrowingTaskGroup { group in
            group.addTask {
                for batch in 0..<20 {
                    _ = try await importing.upsert((0..<50).map { listing("l\(batch)-\($0)") })
                    #expect(try await serving.counts().listings == (batch + 1) * 50)
                }
            }
            group.addTask {
                for number in 0..<50 {
                    let search = SearchCriteria(market: "m\(number)")
                    try await serving.record(search, by: user("u"))
                    #expect(try await importing.record(of: user("u")).lastSearch == search)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `can be made by several at the same moment`() async throws {
        for _ in 0..<5 {
            let place = try TemporaryFile()
            try await withThrowingTaskGroup { group in
                for number in 0..<4 {
                    group.addTask {
                        let store = try place.open()
                        try await store.record(SearchCriteria(), by: user("u\(number)"))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `is refused where a newer version wrote it`() async throws {
        let place = try TemporaryFile()
        let known = Schema.migrations.count
        try await place.openSQLite().writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA user_version = \(known + 1)")
        }
        #expect(throws: StoreError.newerSchema(found: known + 1, known: known)) { try place.open() }
    }

    @Test func `is migrated step by step, each whole or not at all`() throws {
        let place = try TemporaryFile()
        let connection = try Connection(path: place.path, access: .write)
        func version() throws -> Int? { try connection.statement("PRAGMA user_version").first { $0.int(0) } }
        let first = "CREATE TABLE a (x); INSERT INTO a VALUES (1)"
        try Schema.migrate(connection, through: [first])
        #expect(try version() == 1)
        #expect(throws: StoreError.self) {
            try Schema.migrate(
                connection,
                through: [first, "UPDATE a SET x = 2", "DELETE FROM a; DELETE FROM nothing"]
            )
        }
        #expect(try version() == 2)
        #expect(try connection.statement("SELECT x FROM a").first { $0.int(0) } == 2)
        try Schema.migrate(connection, through: [first, "", "UPDATE a SET x = x + 1"])
        try Schema.migrate(connection, through: [first, "", "UPDATE a SET x = x + 1"])
        #expect(try connection.statement("SELECT x FROM a").first { $0.int(0) } == 3)
    }

    @Test func `says what is wrong where it cannot be opened`() throws {
        func reason(_ path: String) -> String? {
            do throws(StoreError) {
                _ = try SQLiteStore(path: path, readers: 1)
            } catch {
                if case .unavailable(let reason) = error { return reason }
            }
            return nil
        }
        let place = try TemporaryFile()
        let missing = place.directory.path + "/no/such.sqlite"
        #expect(reason(missing) == "opening \(missing): unable to open database file: No such file or directory")
        // A directory that even root cannot write to.
        let unwritable = reason("/proc/store.sqlite") ?? ""
        #expect(unwritable.hasPrefix("opening /proc/store.sqlite: unable to open database file"))
        #expect(reason(place.directory.path)?.contains("unable to open database file") == true)
        #expect(reason(":memory:")?.contains("expected a file that can have a write-ahead log") == true)
        try Data("This is not a database, but a letter to one. ".utf8 + Data(count: 1_000)).write(
            to: URL(filePath: place.path)
        )
        #expect(reason(place.path)?.contains("file is not a database") == true)
    }

    @Test func `is as it was after a write for which the disk had no room`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([listing("a")])
        try await store.writer.withConnection { (connection) throws(StoreError) in
            let pages = try connection.statement("PRAGMA page_count").first { $0.int(0) } ?? 0
            try connection.execute("PRAGMA max_page_count = \(pages + 2)")
        }
        let big = (0..<500).map { listing("b\($0)", title: String(repeating: "x", count: 500)) }
        do throws(StoreError) {
            _ = try await store.upsert(big)
            Issue.record("The disk had room after all.")
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            #expect(reason.contains(place.path) && reason.contains("database or disk is full"))
        }
        #expect(try await store.newestIDs() == ["a"])
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA max_page_count = 1000000")
        }
        #expect(try await store.upsert(big).count == 500)
        #expect(try await store.counts().listings == 501)
    }

    @Test func `keeps any texts in one column`() {
        for texts in [[], [""], ["", ""], ["a,1:b", "3:é🏡", "\u{0}\n"], ["e\u{301}"]] {
            #expect(TextList.decode(TextList.encode(texts)).map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        }
    }
}
