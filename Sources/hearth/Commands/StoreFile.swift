import Foundation
import PropertyStore
import SQLiteStore

/// The property store that a command works on.
enum StoreFile {
    /// Opens the store at `path`, which has to be there.
    /// - Parameter keepsFeedback: whether what users do is kept until a service has it.
    static func openExisting(
        _ path: String,
        readers: Int,
        keepsFeedback: Bool = false
    ) throws(Failure) -> SQLiteStore {
        try open(existing(path), readers: readers, keepsFeedback: keepsFeedback)
    }

    /// The path of a store that has to be there.
    static func existing(_ path: String) throws(Failure) -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure("there is no store at \(path); hearth import makes one")
        }
        return path
    }

    @Sendable private static func unixSeconds() -> Int64 {
        Int64(time(nil))
    }

    /// Opens the store at `path`, and makes one where there is none.
    static func open(_ path: String, readers: Int, keepsFeedback: Bool = false) throws(Failure) -> SQLiteStore {
        do {
            return try SQLiteStore(
                path: path,
                readers: readers,
                feedbackClock: keepsFeedback ? unixSeconds : nil
            )
        } catch {
            throw Failure("the store at \(path) cannot be opened: \(error.explanation)")
        }
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
