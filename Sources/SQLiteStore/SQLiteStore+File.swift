public import Catalogue

extension SQLiteStore {
    /// Whether the path leads to the open file, and no read has found it damaged, as of the last look.
    public var takesChanges: Bool { writer.file.failure == nil }

    /// Looks at the file: why it takes no writes, or `nil` where nothing stands in the way. Its causes are `missing`, `replaced`,
    /// which stays, and `corrupt`, which stays unless the file is missing or replaced.
    public func lookAtFile() -> StoreFailure? { writer.file.look() }

    /// Leaves the path to the file that has replaced this store's: moves what is in the log into the open file, and removes the log
    /// and its index from beside the path. Reads go on.
    public func leavePath() async { await writer.leavePath() }
}
