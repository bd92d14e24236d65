import Foundation
import Glibc

/// A store with all of the sample in it, made once for all tests.
enum SampleStore {
    static let listingsMapping = "Config/mappings/sample-listings.json"
    static let listingsFile = "Config/sample/listings.csv.gz"
    static let shopMapping = "Config/mappings/sample-shop.json"
    static let shopFile = "Config/sample/shop.csv"

    private static let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("hearth-sample-\(UUID().uuidString)")

    private static let made = Result {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("sample.store").path
        for (mapping, file) in [(listingsMapping, listingsFile), (shopMapping, shopFile)] {
            let ended = try hearth("import", "--store", store, "--mapping", mapping, file)
            guard ended.status == 0 else { throw Child.Failure(description: ended.errors) }
        }
    }

    /// Copies the store into `folder`, and returns the copy's path.
    static func copy(into target: Folder, as name: String = "copy.store") throws -> String {
        try made.get()
        // Whatever SQLite has left beside the file belongs to it.
        for suffix in ["", "-wal", "-shm"] {
            let part = folder.appendingPathComponent("sample.store" + suffix)
            guard FileManager.default.fileExists(atPath: part.path) else { continue }
            try FileManager.default.copyItem(atPath: part.path, toPath: target.path(name + suffix))
        }
        return target.path(name)
    }
}
