import Foundation
import Catalogue
import Testing

@testable import SQLiteStore

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
        for _ in 0..<20 {
            let place = try TemporaryFile()
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        let store = try place.open()
                        try await store.record(SearchCriteria(), by: user("u\(number)"))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `says what is wrong where it cannot be opened`() throws {
        func reason(_ path: String) -> String? {
            do throws(StoreError) {
                _ = try SQLiteStore(path: path, readers: 1)
            } catch {
                if case .unavailable(let failure) = error { return failure.reason }
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
            guard case .unavailable(let failure) = error else { throw error }
            #expect(failure.cause == .full)
            #expect(failure.reason.contains(place.path) && failure.reason.contains("database or disk is full"))
        }
        #expect(try await store.newestIDs() == ["a"])
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA max_page_count = 1000000")
        }
        #expect(try await store.upsert(big).count == 500)
        #expect(try await store.counts().listings == 501)
    }

    @Test func `tells a row that cannot be read and a wrong statement from a file in trouble`() async throws {
        let store = try TemporaryFile().openSQLite()
        _ = try await store.upsert([listing("a", at: place(1, 2), images: ["x"])])
        try await store.record(SearchCriteria(types: [.land]), by: user("u"))
        let keys = try await store.hits(ofListings: ["a"], at: now).map(\.key)
        func damage(_ change: String) async throws {
            try await store.writer.withConnection { (connection) throws(StoreError) in try connection.execute(change) }
        }
        func isDefect(_ body: () async throws(StoreError) -> Void) async -> Bool {
            do throws(StoreError) { try await body() } catch {
                if case .defect(let reason) = error { return !reason.isEmpty }
            }
            return false
        }
        func read() async throws(StoreError) {
            _ = try await store.listings(keys, at: now)
            _ = try await store.record(of: UserID("u")!)
        }
        try await read()
        for (damaged, whole) in [
            ("UPDATE listing SET type = 77", "UPDATE listing SET type = 0"),
            ("UPDATE listing SET latitude = 90.1", "UPDATE listing SET latitude = 1"),
            ("UPDATE listing SET images = '9:x'", "UPDATE listing SET images = '1:x'"),
            ("UPDATE search SET types = 1024", "UPDATE search SET types = 1"),
        ] {
            try await damage(damaged)
            #expect(await isDefect(read), "\(damaged)")
            try await damage(whole)
            try await read()
        }
        for statement in ["SELEKT 1", "SELECT 1 FROM nowhere", "INSERT INTO user VALUES (1, 'u')"] {
            #expect(
                await isDefect { () throws(StoreError) in
                    try await store.writer.withConnection { (connection) throws(StoreError) in
                        try connection.execute(statement)
                    }
                },
                "\(statement)"
            )
        }
    }

    @Test func `keeps any texts in one column`() {
        for damaged in ["x", "1", "1:", "2:a", "1:a1:b", "1:a,", "-1:", "1:a,x", "1:é"] {
            #expect(TextList.decode(damaged) == nil, "\(damaged)")
        }
        for texts in [[], [""], ["", ""], ["a,1:b", "3:é🏡", "\u{0}\n"], ["e\u{301}"]] {
            #expect(TextList.decode(TextList.encode(texts))?.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        }
    }
}
