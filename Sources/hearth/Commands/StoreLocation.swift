import Foundation
import PostgreSQLStore
import Catalogue
import SQLiteStore

/// Where the store is that a command works on.
enum StoreLocation {
    /// A file, by its path.
    case file(String)
    /// A database, by the address of its servers.
    case servers(String)

    /// Reads what `--store` says.
    init(_ text: String) {
        let isAddress = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
        self = isAddress ? .servers(text) : .file(text)
    }

    /// Why a store could not be opened.
    struct OpenError: Error, CustomStringConvertible {
        /// The cause, for a person to read.
        let message: String
        var description: String { message }
        /// Whether a later attempt may succeed.
        let mayPass: Bool
    }

    /// Opens the store.
    /// - Parameters:
    ///   - readers: how many threads read a file at the same time without waiting for each other.
    ///   - limits: what is done at most with servers.
    ///   - makesFile: whether a file is made where there is none.
    func open(
        readers: Int,
        limits: PostgreSQLStore.Limits = PostgreSQLStore.Limits(),
        makesFile: Bool = false
    ) throws(OpenError) -> any CatalogueStore {
        if case .file(let path) = self, !makesFile { _ = try Self.existing(path) }
        do {
            switch self {
            case .file(let path): return try SQLiteStore(path: path, readers: readers)
            case .servers(let url): return try PostgreSQLStore(url, limits: limits)
            }
        } catch {
            throw openError(error)
        }
    }

    /// How many file descriptors the store has open at most, with the same parameters as ``open(readers:limits:makesFile:)``.
    func descriptors(readers: Int, limits: PostgreSQLStore.Limits = PostgreSQLStore.Limits()) -> Int {
        switch self {
        case .file: SQLiteStore.maximumDescriptors(readers: readers)
        case .servers(let url): PostgreSQLStore.maximumDescriptors(url, loops: readers, limits: limits)
        }
    }

    /// The path of a store that has to be there.
    static func existing(_ path: String) throws(OpenError) -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw OpenError(message: "there is no store at \(path); hearth import makes one", mayPass: false)
        }
        // SQLite takes an empty file for a new database.
        guard (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int != 0 else {
            throw OpenError(message: "the store at \(path) is an empty file; hearth import fills it", mayPass: false)
        }
        return path
    }

    /// The error for a store that could not be opened because of `error`.
    func openError(_ error: StoreError) -> OpenError {
        // An address is not shown: it may hold a password, and what is wrong with it names the server.
        let place = if case .file(let path) = self { " at \(path)" } else { "" }
        return OpenError(
            message: "the store\(place) cannot be opened: \(error.explanation)",
            mayPass: mayPass(error)
        )
    }

    private func mayPass(_ error: StoreError) -> Bool {
        switch error {
        case .busy: true
        case .unavailable(let failure): mayPass(failure.cause)
        case .unknownItem, .defect, .newerSchema: false
        }
    }

    /// A file is there, whole and writable, or it is not. A database may be restored, and a replica promoted.
    private func mayPass(_ cause: StoreFailure.Cause) -> Bool {
        switch cause {
        case .full, .ioError, .outOfResources, .conflict, .timeout, .unreachable: true
        case .missing, .readOnly: if case .servers = self { true } else { false }
        case .corrupt, .replaced, .accessDenied, .misconfigured: false
        }
    }

    /// The names of the servers, `host:port`, in the order of the address; none for a file.
    /// - Throws: ``Failure`` where the address cannot be read.
    func serverNames() throws(Failure) -> [String] {
        guard case .servers(let url) = self else { return [] }
        do {
            return try PostgreSQLStore.serverNames(in: url)
        } catch {
            throw Failure(openError(error).message)
        }
    }
}

extension StoreError {
    /// What went wrong, for whoever runs the store.
    var explanation: String {
        switch self {
        case .unknownItem(let item): "there is no item \"\(item)\""
        case .busy: "it is busy"
        case .unavailable(let failure): failure.reason
        case .defect(let reason): reason
        case .newerSchema(let found, let known):
            "a newer Hearth wrote it (schema \(found), this one knows \(known))"
        }
    }
}
