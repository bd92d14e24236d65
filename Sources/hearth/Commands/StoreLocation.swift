import Foundation
import PostgreSQLStore
import PropertyStore
import SQLiteStore

/// Where the property store is that a command works on.
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

    /// Opens the store, and makes it where there is none.
    /// - Parameters:
    ///   - readers: how many threads read a file at the same time without waiting for each other.
    ///   - limits: what is done at most with servers.
    ///   - keepsFeedback: whether what users do is kept until a service has it.
    func open(
        readers: Int,
        limits: PostgreSQLStore.Limits = PostgreSQLStore.Limits(),
        keepsFeedback: Bool = false
    ) throws(Failure) -> any PropertyStore {
        let clock: (@Sendable () -> Int64)? = keepsFeedback ? Self.unixSeconds : nil
        do {
            switch self {
            case .file(let path): return try SQLiteStore(path: path, readers: readers, feedbackClock: clock)
            case .servers(let url): return try PostgreSQLStore(url, limits: limits, feedbackClock: clock)
            }
        } catch {
            throw Failure("the store\(name.map { " at \($0)" } ?? "") cannot be opened: \(error.explanation)")
        }
    }

    @Sendable private static func unixSeconds() -> Int64 { Int64(time(nil)) }

    /// Opens the store; a file has to be there.
    func openExisting(
        readers: Int,
        limits: PostgreSQLStore.Limits = PostgreSQLStore.Limits(),
        keepsFeedback: Bool = false
    ) throws(Failure) -> any PropertyStore {
        if case .file(let path) = self { _ = try Self.existing(path) }
        return try open(readers: readers, limits: limits, keepsFeedback: keepsFeedback)
    }

    /// The path of a store that has to be there.
    static func existing(_ path: String) throws(Failure) -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure("there is no store at \(path); hearth import makes one")
        }
        return path
    }

    /// What may be shown of it: an address may hold a password, and what is wrong with it names the server.
    private var name: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// What the cursors of the store's homes are sealed with.
    static func sealingKey(of store: some PropertyStore) async throws(Failure) -> [UInt8] {
        do {
            return try await store.sealingKey()
        } catch {
            throw Failure("the store did not answer: \(error.explanation)")
        }
    }
}

extension StoreError {
    /// What went wrong, for whoever runs the store.
    var explanation: String {
        switch self {
        case .unknownItem(let item): "there is no item \"\(item)\""
        case .busy: "it is busy"
        case .unavailable(let reason), .defect(let reason): reason
        case .newerSchema(let found, let known):
            "a newer Hearth wrote it (schema \(found), this one knows \(known))"
        }
    }
}
