/// The durable items of the catalogue, and a feed of their changes.
public protocol ItemStore: Sendable {
    /// Adds the items, or replaces those with the same id: as if each were upserted on its own, in the order given, so that of
    /// several with one id the last counts. All or none.
    ///
    /// An item keeps its place in the order of arrival while it exists, and its place in a collection while it stays there; one
    /// that left a collection and returns comes last. An item that returns after its removal is a new one: it comes last, and no
    /// user has opened it.
    /// - Returns: what became of each, in the order given.
    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome]

    /// Removes the items. What users did with them stays in their records and events. Removals are remembered for
    /// ``StoreLimits/tombstoneLifetime``, and forgotten with a later change of items.
    /// - Returns: how many of them were there.
    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int

    /// Reads all items as of one version, in no particular order.
    /// - Parameter receive: given each item as a ``PackedItem`` and by how many users it was opened.
    /// - Returns: the version that the items are of.
    func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion

    /// Reads what has changed since `version`, as of one version: every item that was added or changed, also in how many users
    /// have opened it, and every id that was removed.
    /// - Returns: the version reached; `nil`, with nothing received, where the store no longer knows what has changed since
    ///   then, or `version` is of another history: everything has to be read again.
    func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion?
}

/// A state of a store's items.
public struct ItemVersion: Hashable, Sendable {
    /// Random, and another one where what was acknowledged may have been lost, as after a backup was restored or a replica that
    /// lagged behind was promoted.
    public let history: UInt64
    /// Grows with every change within a history.
    public let number: Int64

    /// Version `number` of `history`.
    public init(history: UInt64, number: Int64) {
        self.history = history
        self.number = number
    }
}

/// What an upsert did to one item.
public enum UpsertOutcome: Hashable, Sendable {
    /// The item is new.
    case added
    /// The item had other content before.
    case changed
    /// The item had this content already.
    case unchanged
}
