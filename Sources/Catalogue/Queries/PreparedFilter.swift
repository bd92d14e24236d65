import Synchronization

/// What the filter of queries compiles to that differ in their areas, orders and positions alone: kept for the snapshot
/// of the last one.
public final class PreparedFilter: Sendable {
    private let compiled = Mutex<(contentID: UInt64, filter: CompiledFilter?)?>(nil)

    public init() {}

    func compiled(_ query: borrowing ItemQuery, for snapshot: CatalogueSnapshot) -> CompiledFilter? {
        if let last = compiled.withLock(\.self), last.contentID == snapshot.contentID { return last.filter }
        let fresh = CompiledFilter(query.filter, kinds: query.kinds, snapshot)
        compiled.withLock { $0 = (snapshot.contentID, fresh) }
        return fresh
    }
}
