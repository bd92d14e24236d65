import Catalogue
import Foundation
import Testing

@testable import SQLiteStore

/// Guards the consistency and completeness of backups.
@Suite struct `A backup of an SQLite store` {
    @Test func `has the state at its beginning, despite concurrent writes`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        // Enough for several backup steps.
        let long = String(repeating: "long ", count: 20_000)
        _ = try await store.upsert((0..<200).map { item("l\($0)", title: long) })
        let copy = try TemporaryFile()
        let writer = try Connection(path: place.path, access: .write)
        var shares: [Double] = []
        var writes = 0
        try SQLiteStore.backUp(place.path, to: copy.path) { share in
            shares.append(share)
            if (try? writer.execute("UPDATE item SET version = 99; DELETE FROM item WHERE id = 'l7'")) != nil {
                writes += 1
            }
        }
        #expect(shares.count > 3 && shares == shares.sorted() && shares.last == 1)
        #expect(writes == shares.count)
        #expect(try await store.itemCounts() == ["listing": 199])
        let copied = try copy.openSQLite()
        #expect(try await copied.itemCounts() == ["listing": 200])
        let changed = try Connection(path: copy.path, access: .read)
            .statement("SELECT count(*) FROM item WHERE version = 99").first { $0.int(0) }
        #expect(changed == 0)
    }

    @Test func `replaces no file, and leaves none after a failure`() async throws {
        let place = try TemporaryFile()
        _ = try await place.openSQLite().upsert([item("a")])
        let there = try TemporaryFile()
        try Data("something else".utf8).write(to: URL(filePath: there.path))
        #expect(throws: StoreError.self) { try SQLiteStore.backUp(place.path, to: there.path) { _ in } }
        #expect(try Data(contentsOf: URL(filePath: there.path)) == Data("something else".utf8))

        let none = try TemporaryFile()
        #expect(throws: StoreError.self) { try SQLiteStore.backUp(there.path, to: none.path) { _ in } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: none.directory.path) == [])
    }

    @Test func `starts over after an interrupted one`() async throws {
        let place = try TemporaryFile()
        _ = try await place.openSQLite().upsert([item("a")])
        let copy = try TemporaryFile()
        for suffix in ["", "-journal", "-wal"] {
            try Data(repeating: 7, count: 70_000).write(to: URL(filePath: copy.path + ".partial" + suffix))
        }
        try SQLiteStore.backUp(place.path, to: copy.path) { _ in }
        let file = URL(filePath: copy.path).lastPathComponent
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.directory.path) == [file])
        #expect(try await copy.openSQLite().itemCounts() == ["listing": 1])
    }
}
