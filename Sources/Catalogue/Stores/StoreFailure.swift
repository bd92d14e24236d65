/// A failure of the store's own file or servers.
public struct StoreFailure: Hashable, Sendable {
    /// What has failed. Raw values are labels of metrics and part of the codes that clients see.
    public enum Cause: String, CaseIterable, Sendable {
        /// No room is left: on the disk, in a quota, or below a limit on the size of files.
        case full
        /// The file, its file system or the server accepts no writes.
        case readOnly = "read_only"
        /// The content is damaged, or is no store's.
        case corrupt
        /// The system could not read or write.
        case ioError = "io_error"
        /// There is no file at the store's path, or no content in the database.
        case missing
        /// Another file is at the store's path than the one that is open.
        case replaced
        /// Hearth may not use the file or the database.
        case accessDenied = "access_denied"
        /// Memory, descriptors, connections or the like ran out.
        case outOfResources = "out_of_resources"
        /// Other transactions were in the way.
        case conflict
        /// There was no answer in time.
        case timeout
        /// No server can be reached, or the connection was lost.
        case unreachable
        /// The store cannot be used as it is set up: its address, or the kind of its file.
        case misconfigured
    }

    /// What has failed.
    public var cause: Cause
    /// What was done and what the system answered. For the log: it may name files and servers.
    public var reason: String

    /// A failure for this cause.
    public init(_ cause: Cause, _ reason: String) {
        self.cause = cause
        self.reason = reason
    }
}

extension StoreFailure: CustomStringConvertible {
    /// `full: …`.
    public var description: String { "\(cause.rawValue): \(reason)" }
}
