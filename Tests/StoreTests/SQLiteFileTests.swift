import Catalogue
import EventLoop
import Foundation
import Testing

@testable import SQLiteStore

/// Guards durability, disk failures and file descriptors.
@Suite struct `The file of an SQLite store` {
    @Test func `holds every acknowledged write whenever the process dies`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        for number in 0..<5 {
            _ = try await store.upsert([item("a\(number)"), item("b\(number)")])
            _ = try await store.remove([id("b\(number)")])
            try await store.append([search("m\(number)"), opened("a\(number)")], by: user("u"), at: now)
            try await store.acknowledge(through: Int64(number))
            // Nothing was closed: the files are as a killed process would leave them.
            let survivor = try place.copied().open()
            let (copied, original) = (try await survivor.contents(), try await store.contents())
            #expect(copied.items == original.items && copied.version == original.version)
            #expect(copied.items.count == number + 1)
            #expect(try await survivor.state(of: user("u")).record == store.state(of: user("u")).record)
            #expect(try await survivor.events(after: 0, limit: 99).count == 2 * (number + 1))
            #expect(try await survivor.acknowledgedPosition() == Int64(number))
        }
    }

    @Test func `can be created by several stores at the same time`() async throws {
        for _ in 0..<5 {
            let place = try TemporaryFile()
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        let store = try place.open()
                        _ = try await store.upsert([item("i\(number)")])
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await place.open().itemCounts() == ["listing": 8])
        }
    }

    @Test func `is unchanged after a write that filled the disk`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a")])
        let before = try await store.contents()
        try await store.writer.withConnection { (connection) throws(StoreError) in
            let pages = try connection.statement("PRAGMA page_count").first { $0.int(0) } ?? 0
            try connection.execute("PRAGMA max_page_count = \(pages + 2)")
        }
        let big = (0..<500).map { item("b\($0)", title: String(repeating: "x", count: 500)) }
        do throws(StoreError) {
            _ = try await store.upsert(big)
            Issue.record("The disk was not full.")
        } catch {
            guard case .unavailable(let failure) = error else { throw error }
            #expect(failure.cause == .full && failure.reason.contains(place.path))
        }
        let after = try await store.contents()
        #expect(after.items == before.items && after.version == before.version && store.itemVersion == before.version)
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA max_page_count = 1000000")
        }
        #expect(try await store.upsert(big).count == 500)
        #expect(try await store.itemCounts() == ["listing": 501])
    }

    @Test func `reports why it cannot be opened`() throws {
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
        // A directory in which even root cannot write.
        let unwritable = reason("/proc/store.sqlite") ?? ""
        #expect(unwritable.hasPrefix("opening /proc/store.sqlite: unable to open database file"))
        #expect(reason(place.directory.path)?.contains("unable to open database file") == true)
        #expect(reason(":memory:")?.contains("expected a file that can have a write-ahead log") == true)
        #expect(!FileManager.default.fileExists(atPath: ":memory:"))
        let letter = Data("This is not a database, but a letter to one. ".utf8 + Data(count: 1_000))
        try letter.write(to: URL(filePath: place.path))
        #expect(reason(place.path)?.contains("file is not a database") == true)
    }

    @Test func `distinguishes unreadable values from a damaged file`() async throws {
        let store = try TemporaryFile().openSQLite()
        _ = try await store.upsert([item("a")])
        try await store.append([opened("a")], by: user("u"), at: now)
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute(
                "UPDATE item SET packed = x'63'; UPDATE app_user SET record = x''; UPDATE event SET type = 99"
            )
        }
        func isDefect(_ read: () async throws -> Void) async throws -> Bool {
            do { try await read() } catch StoreError.defect(let reason) { return reason.hasPrefix("cannot read") }
            return false
        }
        #expect(try await isDefect { _ = try await store.upsert([item("a")]) })
        #expect(try await isDefect { _ = try await store.state(of: user("u")).record })
        #expect(try await isDefect { _ = try await store.events(after: 0, limit: 1) })
        #expect(store.acceptsWrites)
    }

    @Test func `accepts no writes while it is not at its path`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a")])
        try FileManager.default.moveItem(atPath: place.path, toPath: place.path + ".aside")
        await #expect(throws: StoreError.self) { _ = try await store.upsert([item("b")]) }
        #expect(!store.acceptsWrites && store.checkFile()?.cause == .missing)
        #expect(try await store.itemCounts() == ["listing": 1])
        try FileManager.default.moveItem(atPath: place.path + ".aside", toPath: place.path)
        _ = try await store.upsert([item("c")])
        #expect(store.acceptsWrites && store.checkFile() == nil)
    }

    @Test func `is opened anew after it was read-only`() async throws {
        let store = try TemporaryFile().openSQLite()
        _ = try await store.upsert([item("a")])
        // Only for this connection, like a descriptor that was opened for reading.
        try await store.writer.withConnection { (connection) throws(StoreError) in
            try connection.execute("PRAGMA query_only = ON")
        }
        do throws(StoreError) {
            _ = try await store.upsert([item("b")])
            Issue.record("The file was writable.")
        } catch {
            guard case .unavailable(let failure) = error else { throw error }
            #expect(failure.cause == .readOnly)
        }
        #expect(!store.acceptsWrites && store.acceptsReads)
        try await store.confirmWrites()
        #expect(store.acceptsWrites)
        #expect(try await store.upsert([item("b")]) == [.added])
        #expect(try await store.itemCounts() == ["listing": 2])
    }

    @Test func `belongs to its owner alone, as do its log and its backup`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a")])
        try SQLiteStore.backUp(place.path, to: place.path + ".backup") { _ in }
        for suffix in ["", "-wal", "-shm", ".backup"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: place.path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
        }
    }

    @Test func `is copied into a backup with its own history`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a"), item("b")])
        try await store.append([opened("a")], by: user("u"), at: now)
        let copy = try TemporaryFile()
        try SQLiteStore.backUp(place.path, to: copy.path) { _ in }
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.directory.path) == ["store.sqlite"])
        let restored = try copy.openSQLite()
        let (copied, original) = (try await restored.contents(), try await store.contents())
        #expect(copied.items == original.items && copied.version.history != original.version.history)
        #expect(try await restored.changes(since: original.version) == nil)
        #expect(try await restored.state(of: user("u")).record.opened == [id("a")])
        #expect(try await restored.signingKey() == store.signingKey())
        #expect(try await restored.changes(since: restored.itemVersion)?.changed.isEmpty == true)
    }

    @Test func `uses no more file descriptors than reserved`() async throws {
        let place = try TemporaryFile()
        let store = try place.openSQLite()
        _ = try await store.upsert([item("a")])
        _ = try await store.contents()
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return target?.hasPrefix(place.path) == true
        }
        // A backup opens the file and its log once more; the event loop's descriptors have no path.
        #expect(open + 2 + DedicatedEventLoop.descriptorCount == SQLiteStore.maximumDescriptors(readers: 2))
    }
}
