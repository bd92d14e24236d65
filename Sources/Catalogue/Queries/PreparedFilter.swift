import Synchronization

/// A filter for many queries that differ in their areas, orders and positions: what it compiles to is kept for the
/// snapshot of the last one.
public final class PreparedFilter: Sendable {
    private let kinds: [String]
    private let filter: ItemFilter
    private let compiled = Mutex<(contentID: UInt64, filter: CompiledFilter?)?>(nil)

    /// - Parameter filter: Its area is not used.
    public init(_ filter: ItemFilter, kinds: [String]) {
        self.filter = filter
        self.kinds = kinds
    }

    func compiled(for snapshot: CatalogueSnapshot) -> CompiledFilter? {
        if let last = compiled.withLock(\.self), last.contentID == snapshot.contentID { return last.filter }
        let fresh = CompiledFilter(filter, kinds: kinds, snapshot)
        compiled.withLock { $0 = (snapshot.contentID, fresh) }
        return fresh
    }
}
