import Foundation
import Catalogue
import Testing

@testable import SQLiteStore

@Suite struct `A backup of the SQLite store` {
    @Test func `is of the moment when it began, whatever is written until it ends`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        // Several steps' worth.
        let long = String(repeating: "long ", count: 20_000)
        _ = try await store.upsert((0..<200).map { listing("l\($0)", title: long) })
        let copy = try TemporaryFile()
        let writer = try Connection(path: place.path, access: .write)
        var shares: [Double] = []
        var writes = 0
        try SQLiteStore.backUp(place.path, to: copy.path) { share in
            shares.append(share)
            if (try? writer.execute("UPDATE listing SET title = 'short'; DELETE FROM listing WHERE id = 'l7'")) != nil {
                writes += 1
            }
        }
        #expect(shares.count > 3 && shares == shares.sorted() && shares.last == 1)
        #expect(writes == shares.count)
        #expect(try await store.counts().listings == 199)
        let copied = try copy.openSQLite()
        #expect(try await copied.counts().listings == 200)
        let titles = try Connection(path: copy.path, access: .read)
            .statement("SELECT count(*) FROM listing WHERE title = 'short'").first { $0.int(0) }
        #expect(titles == 0)
    }

    @Test func `takes nothing's place, and leaves nothing where it fails`() async throws {
        let place = try TemporaryFile()
        _ = try await place.openSQLite().upsert([listing("a")])
        let there = try TemporaryFile()
        try Data("something else".utf8).write(to: URL(filePath: there.path))
        #expect(throws: StoreError.self) { try SQLiteStore.backUp(place.path, to: there.path) { _ in } }
        #expect(try Data(contentsOf: URL(filePath: there.path)) == Data("something else".utf8))

        let none = try TemporaryFile()
        #expect(throws: StoreError.self) { try SQLiteStore.backUp(there.path, to: none.path) { _ in } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: none.directory.path) == [])
    }

    @Test func `begins anew where one was ended before`() async throws {
        let place = try TemporaryFile()
        _ = try await place.openSQLite().upsert([listing("a")])
        let copy = try TemporaryFile()
        for suffix in ["", "-journal", "-wal"] {
            try Data(repeating: 7, count: 70_000).write(to: URL(filePath: copy.path + ".partial" + suffix))
        }
        try SQLiteStore.backUp(place.path, to: copy.path) { _ in }
        let file = URL(filePath: copy.path).lastPathComponent
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.directory.path) == [file])
        #expect(try await copy.openSQLite().counts().listings == 1)
    }
}
