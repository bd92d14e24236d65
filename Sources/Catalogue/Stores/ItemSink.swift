/// Takes items into the catalogue.
public protocol ItemSink: Sendable {
    /// Adds the items, or replaces those with the same id: as if each were upserted on its own, in the order given, so that of
    /// several with one id the last counts. All or none.
    ///
    /// An item keeps its place in the order of arrival while it exists, and its place in a collection while it stays there; one
    /// that left a collection and returns comes last. An item that returns after its removal is a new one: it comes last, and no
    /// user has opened it.
    /// - Returns: what became of each, in the order given.
    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome]
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
