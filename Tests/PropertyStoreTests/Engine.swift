import Foundation
import PropertyStore
import SQLiteStore

/// An engine that the suite holds to the promises of `PropertyStore`.
struct Engine: Sendable, CustomStringConvertible {
    let description: String
    /// Makes room for a store that nobody else uses.
    let makePlace: @Sendable () throws -> any Place

    /// A place where one store lives. It is cleared away with the last reference.
    protocol Place: Sendable {
        /// Opens the store, which is empty the first time.
        func open() throws -> any PropertyStore
    }

    static let all = [Engine(description: "SQLite") { try TemporaryFile() }]

    /// An empty store, and the place to open it again.
    func make() throws -> (store: any PropertyStore, place: any Place) {
        let place = try makePlace()
        return (try place.open(), place)
    }
}

/// A file in a directory of its own.
final class TemporaryFile: Engine.Place {
    let directory: URL
    var path: String { directory.appending(path: "store.sqlite").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func open() throws -> any PropertyStore { try openSQLite() }

    func openSQLite() throws -> SQLiteStore { try SQLiteStore(path: path, readers: 2) }
}
