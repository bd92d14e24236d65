import Catalogue

/// Why a store was not copied. The target is as it was before.
public enum StoreCopyError: Error, Hashable, Sendable {
    /// The source cannot be read.
    case source(StoreError)
    /// The target failed.
    case target(StoreError)
    /// The target is not empty.
    case inUse
    /// Another program, perhaps another copy, writes to the target.
    case busy
    /// A row of the source has a value in a column that no Hearth has written there.
    case unfit(table: String, column: String, row: String)
    /// The sides differ.
    case differs([StoreCopy.TextTable])
}
