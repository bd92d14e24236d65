public import Catalogue

/// Why a store was not copied, or not to the end. Unless it says otherwise, the same copy, run again, goes on where this one ended.
public enum StoreCopyError: Error, Hashable, Sendable {
    /// The source cannot be read.
    case source(StoreError)
    /// The target does not do its part.
    case target(StoreError)
    /// The target holds something that no copy has begun: it is to be an empty database.
    case inUse
    /// Another copy into the target is under way.
    case underWay
    /// The source is not as it was when the copy was begun, or is another store: the copy is to be begun anew, into an empty
    /// database.
    case changed
    /// Someone else has written to the target since the copy was begun: it is to be begun anew, into an empty database.
    case disturbed
    /// A row of the source, in its own words, has in a column what no Hearth has written there.
    case unfit(table: String, column: String, row: String)
    /// What is in the target, read again, is not what is in the source: the copy is to be begun anew, into an empty database.
    case differs(StoreCopy.Report)
}
