import DatabaseServer
import Foundation
import PostgreSQLStore
import Catalogue
import RememberedUsers
import SQLiteStore
import Synchronization

/// An engine that the suite holds to the promises of `PropertyStore`.
struct Engine: Sendable, CustomStringConvertible {
    let description: String
    /// Makes room for a store that nobody else uses.
    let makePlace: @Sendable () throws -> any Place

    /// A place where one store lives, until the tests end.
    protocol Place: Sendable {
        /// Opens the store, which is empty the first time, to keep feedback where there is a clock for it.
        func open(feedbackClock: (@Sendable () -> Int64)?) throws -> any PropertyStore
    }

    /// Those of the engine that `HEARTH_ENGINE` names. PostgreSQL runs alone, because its processes slow other tests down.
    static let all: [Engine] =
        switch ProcessInfo.processInfo.environment["HEARTH_ENGINE"] ?? "" {
        case "postgresql":
            [Engine(description: "PostgreSQL") { try Database() }]
        case "sqlite", "":
            [
                Engine(description: "SQLite") { try TemporaryFile() },
                Engine(description: "SQLite, with users remembered") { RememberingPlace(place: try TemporaryFile()) },
            ]
        case let other:
            fatalError("HEARTH_ENGINE is \"\(other)\": expected sqlite or postgresql")
        }

    /// An empty store, and the place to open it again.
    func make(
        feedbackClock: (@Sendable () -> Int64)? = nil
    ) throws -> (store: any PropertyStore, place: any Place) {
        let place = try makePlace()
        return (try place.open(feedbackClock: feedbackClock), place)
    }
}

extension Engine.Place {
    func open() throws -> any PropertyStore { try open(feedbackClock: nil) }
}

/// A clock that stands where it is put.
final class HandClock: Sendable {
    private let moment = Mutex<Int64>(0)

    var now: Int64 {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }
}

/// A place whose stores remember users.
struct RememberingPlace: Engine.Place {
    let place: any Engine.Place

    func open(feedbackClock: (@Sendable () -> Int64)?) throws -> any PropertyStore {
        RememberedUsers(of: try place.open(feedbackClock: feedbackClock), in: UserMemory())
    }
}

/// A file in a directory of its own.
final class TemporaryFile: Engine.Place {
    let directory: URL
    var path: String { directory.appending(path: "store.sqlite").path }

    /// Where all of them are, which goes when the tests end.
    private static let root: URL = {
        atexit { try? FileManager.default.removeItem(at: TemporaryFile.root) }
        return FileManager.default.temporaryDirectory.appending(path: "stores-\(UUID())")
    }()

    init() throws {
        directory = Self.root.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    func open(feedbackClock: (@Sendable () -> Int64)?) throws -> any PropertyStore {
        try openSQLite(feedbackClock: feedbackClock)
    }

    func openSQLite(feedbackClock: (@Sendable () -> Int64)? = nil) throws -> SQLiteStore {
        try SQLiteStore(path: path, readers: 2, feedbackClock: feedbackClock)
    }
}

/// A database of its own on the server that the tests share, with which it goes.
struct Database: Engine.Place {
    private let server: DatabaseServer
    private let name: String

    init() throws {
        server = try DatabaseServer.shared
        name = try server.makeDatabase()
    }

    func open(feedbackClock: (@Sendable () -> Int64)?) throws -> any PropertyStore {
        try openPostgreSQL(feedbackClock: feedbackClock)
    }

    func openPostgreSQL(feedbackClock: (@Sendable () -> Int64)? = nil) throws -> PostgreSQLStore {
        try PostgreSQLStore(server.address(of: name), feedbackClock: feedbackClock)
    }
}
