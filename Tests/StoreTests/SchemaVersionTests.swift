import Catalogue
import Foundation
import Testing

@testable import SQLiteStore

/// Versions that no store has.
private let otherVersions = [-1, 0, 1, 7, 99]

private func refusal(of version: Int) -> StoreError { .unavailable(.otherSchema(found: version, expected: 2)) }

/// Guards stores of other versions of Hearth against being read or changed.
@Suite struct `A store of another schema version` {
    @Test func `is refused with both versions and a remedy`() throws {
        guard case .unavailable(let failure) = refusal(of: 7) else { throw refusal(of: 7) }
        #expect(failure.reason.hasPrefix("found schema version 7, expected 2: make a new store with hearth import"))
    }

    @Test(arguments: Engine.all, otherVersions)
    func `is not opened, and stays as it is`(engine: Engine, version: Int) async throws {
        let place = try engine.makePlace()
        _ = try await place.open().upsert([item("a")])
        try place.setSchemaVersion(version)
        for _ in 1...2 { #expect(throws: refusal(of: version)) { try place.open() } }
        try place.setSchemaVersion(2)
        #expect(try await place.open().itemCounts() == ["listing": 1])
    }

    @Test(arguments: otherVersions) func `is neither copied nor backed up from a file`(version: Int) async throws {
        let (place, copy) = (try TemporaryFile(), try TemporaryFile())
        _ = try await place.open().upsert([item("a")])
        try place.setSchemaVersion(version)
        #expect(throws: refusal(of: version)) { try SQLiteStore.snapshot(of: place.path) }
        #expect(throws: refusal(of: version)) { try SQLiteStore.backUp(place.path, to: copy.path) { _ in } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.directory.path) == [])
    }

    @Test(arguments: [0, 1]) func `is refused also if its file has other tables, or none`(version: Int) throws {
        let place = try TemporaryFile()
        let table = version == 0 ? "CREATE TABLE note (text TEXT)" : ""
        try place.execute("\(table); PRAGMA user_version = \(version)")
        #expect(throws: refusal(of: version)) { try place.open() }
        let tables = try Connection(path: place.path, access: .read)
            .statement("SELECT count(*) FROM sqlite_schema").first { $0.int(0) }
        #expect(tables == (version == 0 ? 1 : 0))
    }
}
