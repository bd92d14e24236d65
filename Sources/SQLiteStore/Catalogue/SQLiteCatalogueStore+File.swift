public import Catalogue

extension SQLiteCatalogueStore {
    /// Whether the path leads to the open file, and no read has found it damaged, as of the last look.
    public var takesChanges: Bool { writer.file.failure == nil }

    /// Looks at the file.
    /// - Returns: why it takes no writes; `nil` where it takes them. The cause is `missing`, `replaced` or `corrupt`. A replaced
    ///   file stays replaced, and a corrupt one corrupt.
    public func lookAtFile() -> StoreFailure? { writer.file.look() }

    /// Leaves the path to the file that has replaced this store's: moves the log into the open file, and removes the log and its
    /// index from beside the path. Reads go on.
    public func leavePath() async { await writer.leavePath() }

    /// Copies the store in the file at `path` into a file of its own, as it was when the copying began, while others read and
    /// write it. The copy gets its name once it is complete and checked. It has a history of its own, since the store goes on
    /// without it.
    /// - Parameters:
    ///   - path: The store's file, which has to exist.
    ///   - copy: The copy's path, where no file may be yet. While it is made, it is called `copy.partial`.
    ///   - progress: Receives the share that is copied, 0…1, after every 4 MiB.
    /// - Throws: `StoreError.unavailable` where the store cannot be read, the copy not be written, or a file is there.
    public static func backUp(
        _ path: String,
        to copy: String,
        progress: (_ share: Double) -> Void
    ) throws(StoreError) {
        try SQLiteStore.backUp(path, to: copy, progress: progress) { (copy) throws(StoreError) in
            let version = try copy.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
            // A file of an earlier version gets its history when it is migrated.
            if version >= Schema.Tables.items.migrations.count { try copy.run(.changeHistory) }
        }
    }
}
