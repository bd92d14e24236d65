import Catalogue

extension SQLiteStore {
    /// Whether the path leads to the open file, and no read has found it damaged, as of the last look.
    public var acceptsWrites: Bool { writer.file.failure == nil }

    /// Looks at the file.
    /// - Returns: why it takes no writes; `nil` where it takes them. The cause is `missing`, `replaced` or `corrupt`. A
    ///   replaced file stays replaced, and a corrupt one corrupt.
    public func checkFile() -> StoreFailure? { writer.file.look() }

    /// Leaves the path to the file that has replaced this store's: moves the log into the open file, and removes the log and
    /// its index from beside the path. Reads go on.
    public func detachFromPath() async { await writer.detachFromPath() }
}
