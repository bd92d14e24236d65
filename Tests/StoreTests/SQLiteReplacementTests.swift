import Catalogue
import Foundation
import Testing

@testable import SQLiteStore

/// Guards against acknowledged writes that would be lost.
@Suite struct `An SQLite store whose file is removed or replaced` {
    private let place: TemporaryFile

    init() throws {
        place = try TemporaryFile()
    }

    private func path(_ name: String) -> String { place.directory.appending(path: name).path }

    private func cause(_ body: () async throws -> Void) async throws -> StoreFailure.Cause? {
        do {
            try await body()
            return nil
        } catch StoreError.unavailable(let failure) {
            return failure.cause
        }
    }

    @Test func `refuses writes and serves reads until the file is back`() async throws {
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a")])
        try FileManager.default.moveItem(atPath: place.path, toPath: path("aside"))
        #expect(try await cause { _ = try await store.upsert([item("b")]) } == .missing)
        #expect(!store.acceptsWrites)
        #expect(try await store.idsByArrival() == ["a"])

        try FileManager.default.moveItem(atPath: path("aside"), toPath: place.path)
        _ = try await store.upsert([item("c")])
        #expect(store.acceptsWrites)
        #expect(try await place.openSQLite().itemCounts() == ["listing": 2])
    }

    @Test func `acknowledges no write that was in progress when the file disappeared`() async throws {
        let store = try place.openSQLite()
        let path = place.path
        let lost = try await cause {
            try await store.writer.write { (_, _) throws(StoreError) -> Void in
                try? FileManager.default.removeItem(atPath: path)
            }
        }
        #expect(lost == .missing)
    }

    @Test func `notices it when the version is read, without a write`() async throws {
        let store = try place.openSQLite()
        try FileManager.default.removeItem(atPath: place.path)
        let limit = ContinuousClock.now + .seconds(60)
        while store.acceptsWrites, ContinuousClock.now < limit {
            _ = store.itemVersion
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(!store.acceptsWrites)
    }

    @Test func `reports the other file permanently`() async throws {
        let other = try TemporaryFile()
        _ = try other.openSQLite()
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a")])
        try FileManager.default.moveItem(atPath: place.path, toPath: path("aside"))
        try FileManager.default.moveItem(atPath: other.path, toPath: place.path)
        #expect(store.checkFile()?.cause == .replaced)
        #expect(try await cause { _ = try await store.upsert([item("b")]) } == .replaced)
        try FileManager.default.removeItem(atPath: place.path)
        try FileManager.default.moveItem(atPath: path("aside"), toPath: place.path)
        #expect(store.checkFile()?.cause == .replaced, "its log may belong to the other file by now")
        #expect(try await store.idsByArrival() == ["a"])
    }

    @Test func `follows links`() async throws {
        let other = try TemporaryFile()
        _ = try other.openSQLite()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: path("link"), withDestinationPath: place.path)
        _ = try place.openSQLite()
        let store = try SQLiteStore(path: path("link"), readers: 1)
        _ = try await store.upsert([item("a")])
        #expect(store.checkFile() == nil)
        try files.removeItem(atPath: path("link"))
        try files.createSymbolicLink(atPath: path("link"), withDestinationPath: other.path)
        #expect(try await cause { _ = try await store.upsert([item("b")]) } == .replaced)
        await store.detachFromPath()
        #expect(files.fileExists(atPath: place.path + "-wal"), "the file and its log are still there")
    }

    @Test func `moves its WAL into its own file, and adds none of it to the other`() async throws {
        let other = try TemporaryFile()
        do {
            let store = try other.openSQLite()
            _ = try await store.upsert((0..<200).map { item("other\($0)") })
        }
        let store = try place.openSQLite()
        _ = try await store.upsert((0..<300).map { item("own\($0)") })
        let log = try FileManager.default.attributesOfItem(atPath: place.path + "-wal")[.size] as? Int
        #expect(log ?? 0 > 100_000, "the writes are only in the log")
        try FileManager.default.moveItem(atPath: place.path, toPath: path("aside"))
        try FileManager.default.moveItem(atPath: other.path, toPath: place.path)
        #expect(store.checkFile()?.cause == .replaced)
        await store.detachFromPath()
        for suffix in ["-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: place.path + suffix)) }

        let successor = try place.openSQLite()
        #expect(try await successor.itemCounts() == ["listing": 200])
        try await successor.writer.withConnection { (connection) throws(StoreError) in
            #expect(try connection.statement("PRAGMA integrity_check").first { $0.text(0) } == "ok")
        }
        _ = try await successor.upsert([item("new")])
        // Again, now that the log at the path belongs to the other file.
        await store.detachFromPath()
        #expect(FileManager.default.fileExists(atPath: place.path + "-wal"))
        #expect(try await store.itemCounts() == ["listing": 300])
        #expect(try await SQLiteStore(path: path("aside"), readers: 1).itemCounts() == ["listing": 300])
    }

    @Test func `stays damaged once a read found it damaged`() async throws {
        let store = try place.openSQLite()
        _ = try await store.upsert((0..<500).map { item("a\($0)", title: String(repeating: "x", count: 500)) })
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let reader = try place.openSQLite()
        let file = try FileHandle(forUpdating: URL(filePath: place.path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0xff, count: Int(size) - 4_096))
        try file.close()
        #expect(try await cause { _ = try await reader.contents() } == .corrupt)
        #expect(reader.checkFile()?.cause == .corrupt && !reader.acceptsWrites)
        #expect(try await cause { _ = try await reader.upsert([item("b")]) } == .corrupt)
        try FileManager.default.removeItem(atPath: place.path)
        #expect(reader.checkFile()?.cause == .missing)
    }
}
