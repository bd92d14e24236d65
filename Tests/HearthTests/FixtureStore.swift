import Foundation
import Glibc

/// A store with the fixtures' data, imported once for all tests.
enum FixtureStore {
    private static let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("hearth-fixtures-\(UUID().uuidString)")

    private static let made = Result {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("fixtures.store").path
        let files = [
            (Fixtures.listingsMapping, Fixtures.listingsFile), (Fixtures.shopMapping, Fixtures.shopFile),
        ]
        for (mapping, file) in files {
            let ended = try hearth("import", "--store", store, "--mapping", mapping, file)
            guard ended.status == 0 else { throw Child.Failure(description: ended.errors) }
        }
    }

    /// Copies the store into `folder`, and returns the copy's path.
    static func copy(into target: Folder, as name: String = "copy.store") throws -> String {
        try made.get()
        // SQLite's sidecar files belong to the store.
        for suffix in ["", "-wal", "-shm"] {
            let part = folder.appendingPathComponent("fixtures.store" + suffix)
            guard FileManager.default.fileExists(atPath: part.path) else { continue }
            try FileManager.default.copyItem(atPath: part.path, toPath: target.path(name + suffix))
        }
        return target.path(name)
    }
}
