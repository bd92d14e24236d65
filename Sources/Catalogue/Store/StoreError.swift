public enum StoreError: Error, Hashable, Sendable {
    /// Too many writes are waiting, here or in another process; nothing was done, and a retry may succeed.
    case busy
    /// The store's file or servers failed. The outcome of a write may be unknown.
    case unavailable(StoreFailure)
    /// A bug of Hearth, or a change of the store by another program: an invalid statement, an unreadable row. For the
    /// log, not for clients; a retry does not help.
    case defect(String)

    package static let emptyStore = unavailable(
        StoreFailure(.missing, "the store is empty: it is being restored, or was cleared")
    )

    package var explanation: String {
        switch self {
        case .busy: "it is busy"
        case .unavailable(let failure): failure.reason
        case .defect(let reason): reason
        }
    }

    package var failure: StoreFailure? { if case .unavailable(let failure) = self { failure } else { nil } }

    /// Whether a failed write may have changed the store after all.
    package var mayHaveWritten: Bool { failure?.mayHaveWritten ?? false }

    package var isReadOnly: Bool { failure?.cause == .readOnly }

    /// Whether rows cannot be read, and never will.
    package var isDamage: Bool {
        switch self {
        case .unavailable(let failure): failure.cause == .corrupt
        case .defect: true
        case .busy: false
        }
    }
}

public struct StoreFailure: Hashable, Sendable, CustomStringConvertible {
    /// The cause. Raw values are labels of metrics and part of the error codes that clients see.
    public enum Cause: String, CaseIterable, Sendable {
        /// The disk, a quota or a limit on file sizes is exhausted.
        case full
        /// The file, its file system or the server accepts no writes.
        case readOnly = "read_only"
        /// The content is damaged, or not a store's.
        case corrupt
        /// The system could not read or write.
        case ioError = "io_error"
        /// There is no file at the store's path, or no content in the database.
        case missing
        /// The file at the store's path is not the open one.
        case replaced
        /// Hearth has no permission to use the file or the database.
        case accessDenied = "access_denied"
        /// Memory, file descriptors, connections or the like ran out.
        case outOfResources = "out_of_resources"
        /// Other transactions interfered.
        case conflict
        /// There was no answer in time.
        case timeout
        /// No server can be reached, or the connection was lost.
        case unreachable
        /// The store's address, kind of file or schema cannot be used.
        case misconfigured
    }

    public var cause: Cause
    /// The operation and the system's answer. For the log: it may name files and servers.
    public var reason: String
    /// Whether the outcome of a write is unknown.
    public var mayHaveWritten: Bool

    public init(_ cause: Cause, _ reason: String, mayHaveWritten: Bool = true) {
        self.cause = cause
        self.reason = reason
        self.mayHaveWritten = mayHaveWritten
    }

    /// The store's schema has another version than this Hearth's.
    package static func otherSchema(found: Int, expected: Int) -> Self {
        let advice = "make a new store with hearth import, or use the Hearth that wrote this one"
        return Self(
            .misconfigured,
            "found schema version \(found), expected \(expected): \(advice); a backup has the version of its store"
        )
    }

    public var description: String { "\(cause.rawValue): \(reason)" }
}
