import Catalogue
import DatabaseServer
import Foundation
import PostgreSQLStore
import Synchronization

@testable import SQLiteStore

/// A store engine, checked against the guarantees of `CatalogueStore`.
struct Engine: Sendable, CustomStringConvertible {
    let description: String
    /// Makes a place for a new store.
    let makePlace: @Sendable () throws -> any Place

    /// The place of one store, which is removed when the tests end.
    protocol Place: Sendable {
        /// Runs SQL on the store's tables while it is closed.
        func execute(_ script: String) throws
        /// Changes the schema version of the closed store, but not the schema.
        func setSchemaVersion(_ version: Int) throws
        /// Opens the store, which is empty the first time. The clock dates removals.
        func open(clock: @escaping @Sendable () -> Instant) throws -> any CatalogueStore
    }

    /// The engines that `HEARTH_ENGINE` names. PostgreSQL runs alone, because its processes slow other tests down.
    static let all: [Engine] =
        switch ProcessInfo.processInfo.environment["HEARTH_ENGINE"] ?? "" {
        case "postgresql": [Engine(description: "PostgreSQL") { try Database() }]
        case "sqlite", "": [Engine(description: "SQLite") { try TemporaryFile() }]
        case let other: fatalError("HEARTH_ENGINE is \"\(other)\": expected sqlite or postgresql")
        }

    /// An empty store, and its place to open it again.
    func make(
        clock: @escaping @Sendable () -> Instant = { now }
    ) throws -> (store: any CatalogueStore, place: any Place) {
        let place = try makePlace()
        return (try place.open(clock: clock), place)
    }
}

extension Writer {
    /// Calls `body` with the writer's connection.
    func withConnection(_ body: @Sendable (Connection) throws(StoreError) -> Void) throws(StoreError) {
        try body(connection)
    }
}

extension Engine.Place {
    func open() throws -> any CatalogueStore { try open { now } }
}

/// The fixed time of the tests, in Unix seconds.
let now: Instant = 1_700_000_000

/// A clock that is set by hand.
final class ManualClock: Sendable {
    private let moment = Mutex(StoreTests.now)

    var now: Instant {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }
}

/// A file in its own directory.
final class TemporaryFile: Engine.Place {
    let directory: URL
    var path: String { directory.appending(path: "store.sqlite").path }

    /// The directory of all files, which is removed when the tests end.
    private static let root: URL = {
        atexit { try? FileManager.default.removeItem(at: TemporaryFile.root) }
        return FileManager.default.temporaryDirectory.appending(path: "stores-\(UUID())")
    }()

    init() throws {
        directory = Self.root.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    func open(clock: @escaping @Sendable () -> Instant) throws -> any CatalogueStore {
        try openSQLite(clock: clock)
    }

    func execute(_ script: String) throws { try Connection(path: path, access: .write).execute(script) }

    func setSchemaVersion(_ version: Int) throws { try execute("PRAGMA user_version = \(version)") }

    func openSQLite(clock: @escaping @Sendable () -> Instant = { now }) throws -> SQLiteStore {
        try SQLiteStore(path: path, readers: 2, clock: clock)
    }

    /// A copy of the file and its log as they are on disk now, as a killed process would leave them.
    func copied() throws -> TemporaryFile {
        let copy = try TemporaryFile()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path + suffix)
        }
        return copy
    }
}

/// A database on the tests' shared server, with which it is removed.
struct Database: Engine.Place {
    let server: DatabaseServer
    let name: String
    var address: String { server.address(of: name) }

    init() throws {
        server = try DatabaseServer.shared
        name = try server.makeDatabase()
    }

    func execute(_ script: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sql")
        try script.write(to: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try DatabaseServer.shell("psql -XAtq -v ON_ERROR_STOP=1 -f \(file.path) '\(address)'")
    }

    func setSchemaVersion(_ version: Int) throws { try execute("UPDATE schema_version SET version = \(version)") }

    func open(clock: @escaping @Sendable () -> Instant) throws -> any CatalogueStore {
        try openPostgreSQL(clock: clock)
    }

    func openPostgreSQL(clock: @escaping @Sendable () -> Instant = { now }) throws -> PostgreSQLStore {
        try PostgreSQLStore(address, clock: clock)
    }
}
