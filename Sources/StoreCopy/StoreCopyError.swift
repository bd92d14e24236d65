public import Catalogue

/// Why a store was not copied completely. Unless a case says otherwise, the next run goes on where this one ended.
public enum StoreCopyError: Error, Hashable, Sendable {
    /// The source cannot be read.
    case source(StoreError)
    /// The target failed.
    case target(StoreError)
    /// The target is not empty, and not of an unfinished copy.
    case inUse
    /// Another copy into the target is under way.
    case underWay
    /// The source has changed since the copy began, or is another store. Copy into an empty database instead.
    case changed
    /// Another program has written to the target since the copy began. Copy into an empty database instead.
    case disturbed
    /// A row of the source has a value in a column that no Hearth has written there.
    case unfit(table: String, column: String, row: String)
    /// The sides differ. Copy into an empty database instead.
    case differs(StoreCopy.Report)
}
