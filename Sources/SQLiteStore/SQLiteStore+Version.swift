public import Catalogue

extension SQLiteStore {
    /// Loads what the writer has left, and looks at the file where the last look is a while ago.
    public func version() -> StoreVersion { versionWatch.current }
}
