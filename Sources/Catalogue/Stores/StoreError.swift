/// Why a store did not do what it was asked.
public enum StoreError: Error, Hashable, Sendable {
    /// The item is not in the catalogue; nothing of the call was recorded.
    case unknownItem(CatalogueItem.ID)
    /// Too many writes are waiting, here or in another process; nothing of the call was done, and it may be tried again.
    case busy
    /// The store's own file or servers have failed; after a write it may not be known whether it was done.
    case unavailable(StoreFailure)
    /// The store did what it should never do: a statement that is wrong, a row that cannot be read. A mistake of Hearth's
    /// own or of a program that has changed the store, which no other try mends; for the log, and not for clients.
    case defect(String)
    /// The store was written by a newer Hearth.
    case newerSchema(found: Int, known: Int)
}
