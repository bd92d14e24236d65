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

    /// Makes a place for a store with the content of `Tests/Fixtures/stores`, written by a version before item tables.
    let makeEarlierPlace: @Sendable () throws -> any Place

    /// The place of one store, which is removed when the tests end.
    protocol Place: Sendable {
        /// Runs SQL on the store's tables while it is closed.
        func execute(_ script: String) throws
        /// The definitions of the store's tables and indexes.
        func schema() throws -> Set<String>
        /// Opens the store, which is empty the first time. The clock dates removals, in Unix seconds.
        func open(clock: @escaping @Sendable () -> Int64) throws -> any CatalogueStore
    }

    /// The engines that `HEARTH_ENGINE` names. PostgreSQL runs alone, because its processes slow other tests down.
    static let all: [Engine] =
        switch ProcessInfo.processInfo.environment["HEARTH_ENGINE"] ?? "" {
        case "postgresql":
            [Engine(description: "PostgreSQL", makePlace: { try Database() }, makeEarlierPlace: Database.earlier)]
        case "sqlite", "":
            [
                Engine(description: "SQLite", makePlace: { try TemporaryFile() }) {
                    try TemporaryFile(earlier: "sqlite.sql")
                }
            ]
        case let other: fatalError("HEARTH_ENGINE is \"\(other)\": expected sqlite or postgresql")
        }

    /// An empty store, and its place to open it again.
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

/// The fixed time of the tests, in Unix seconds.
let now: Int64 = 1_700_000_000

/// A clock that is set by hand.
final class ManualClock: Sendable {
    private let moment = Mutex(StoreTests.now)

    var now: Int64 {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }
}

/// The text of a file in `Tests/Fixtures/stores`.
func fixture(_ name: String) throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: tests.appending(path: "Fixtures/stores/\(name)"), encoding: .utf8)
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

    /// A file with the content of a fixture.
    convenience init(earlier name: String) throws {
        try self.init()
        try execute(fixture(name))
    }

    func open(clock: @escaping @Sendable () -> Int64) throws -> any CatalogueStore {
        try openSQLite(clock: clock)
    }

    func execute(_ script: String) throws { try Connection(path: path, access: .write).execute(script) }

    func schema() throws -> Set<String> {
        var definitions: Set<String> = []
        let query = "SELECT ifnull(sql, name) FROM sqlite_schema"
        try Connection(path: path, access: .read).statement(query).forEach { row in
            definitions.insert(row.text(0))
        }
        return definitions
    }

    func openSQLite(clock: @escaping @Sendable () -> Int64 = { now }) throws -> SQLiteStore {
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

    /// A database with the content of the fixture.
    @Sendable static func earlier() throws -> any Engine.Place {
        let database = try Database()
        try database.execute(fixture("postgresql.sql"))
        return database
    }

    func execute(_ script: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sql")
        try script.write(to: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try DatabaseServer.shell("psql -XAtq -v ON_ERROR_STOP=1 -f \(file.path) '\(address)'")
    }

    func schema() throws -> Set<String> {
        let query = """
            SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, collation_name)
                FROM information_schema.columns WHERE table_schema = 'public'
            UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
            """
        return Set(try server.query(query, in: name).split(separator: "\n").map(String.init))
    }

    func open(clock: @escaping @Sendable () -> Int64) throws -> any CatalogueStore {
        try openPostgreSQL(clock: clock)
    }

    func openPostgreSQL(clock: @escaping @Sendable () -> Int64 = { now }) throws -> PostgreSQLStore {
        try PostgreSQLStore(address, clock: clock)
    }
}
