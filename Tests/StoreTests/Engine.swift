import Catalogue
import DatabaseServer
import Foundation
import PostgreSQLStore
import SQLiteStore
import Synchronization

/// An engine that the suite checks against the guarantees of `CatalogueStore`.
struct Engine: Sendable, CustomStringConvertible {
    let description: String
    /// Makes room for a store that nothing else uses.
    let makePlace: @Sendable () throws -> any Place

    /// A place where one store lives, until the tests end.
    protocol Place: Sendable {
        /// Opens the store, which is empty the first time. The clock dates removals, in Unix seconds.
        func open(clock: @escaping @Sendable () -> Int64) throws -> any CatalogueStore
    }

    /// The engines that `HEARTH_ENGINE` names. PostgreSQL runs alone, because its processes slow other tests down.
    static let all: [Engine] =
        switch ProcessInfo.processInfo.environment["HEARTH_ENGINE"] ?? "" {
        case "postgresql": [Engine(description: "PostgreSQL") { try Database() }]
        case "sqlite", "": [Engine(description: "SQLite") { try TemporaryFile() }]
        case let other: fatalError("HEARTH_ENGINE is \"\(other)\": expected sqlite or postgresql")
        }

    /// An empty store, and the place to open it again.
    func make(
        clock: @escaping @Sendable () -> Int64 = { now }
    ) throws -> (store: any CatalogueStore, place: any Place) {
        let place = try makePlace()
        return (try place.open(clock: clock), place)
    }
}

extension Engine.Place {
    func open() throws -> any CatalogueStore { try open { now } }
}

/// The moment of the tests in which time stands still, in Unix seconds.
let now: Int64 = 1_700_000_000

/// A clock that is set by hand.
final class ManualClock: Sendable {
    private let moment = Mutex(StoreTests.now)

    var now: Int64 {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }
}

/// A file in a directory of its own.
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

    func open(clock: @escaping @Sendable () -> Int64) throws -> any CatalogueStore {
        try openSQLite(clock: clock)
    }

    func openSQLite(clock: @escaping @Sendable () -> Int64 = { now }) throws -> SQLiteCatalogueStore {
        try SQLiteCatalogueStore(path: path, readers: 2, clock: clock)
    }

    /// A copy of the file and its log as they are on the disk now, which is what a process that dies leaves.
    func copied() throws -> TemporaryFile {
        let copy = try TemporaryFile()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path + suffix)
        }
        return copy
    }
}

/// A database of its own on the server that the tests share, with which it is removed.
struct Database: Engine.Place {
    let server: DatabaseServer
    let name: String
    var address: String { server.address(of: name) }

    init() throws {
        server = try DatabaseServer.shared
        name = try server.makeDatabase()
    }

    func open(clock: @escaping @Sendable () -> Int64) throws -> any CatalogueStore {
        try openPostgreSQL(clock: clock)
    }

    func openPostgreSQL(clock: @escaping @Sendable () -> Int64 = { now }) throws -> PostgreSQLCatalogueStore {
        try PostgreSQLCatalogueStore(address, clock: clock)
    }
}
