/// Why a store did not do what it was asked.
public enum StoreError: Error, Hashable, Sendable {
    /// The item is not in the catalogue; nothing of the call was recorded.
    case unknownItem(ItemID)
    /// Too many writes are waiting, here or in another process; nothing of the call was done, and it may be tried again.
    case busy
    /// The store's own files or server do not do their part: what was done, and what it answered.
    case unavailable(String)
    /// The store was written by a newer Hearth.
    case newerSchema(found: Int, known: Int)
}
