import Catalogue
import HomeDocument
import Synchronization

/// The catalogue that a worker serves, or loads at its start.
final class ServedCatalogue: Sendable {
    private let current = Mutex<CatalogueFollower?>(nil)
    private let isOpen = Atomic(false)

    /// The catalogue; `nil` before the store is open.
    var follower: CatalogueFollower? { current.withLock { $0 } }

    /// The snapshot that homes are served from; `nil` before they are.
    var snapshot: CatalogueSnapshot? { isOpen.load(ordering: .acquiring) ? follower?.updater.current : nil }

    /// Whether no snapshot is served, since the items do not fit into memory.
    var isTooLarge: Bool {
        guard let follower, follower.updater.current == nil, case .tooLarge = follower.state else { return false }
        return true
    }

    /// Takes note that homes are served from now on.
    func open() { isOpen.store(true, ordering: .releasing) }

    /// Serves with this one from now on, and ends the one before.
    func replace(by follower: CatalogueFollower) {
        let old = current.withLock { current in
            defer { current = follower }
            return current
        }
        old?.cancel()
    }

    /// Writes the members of a readiness.
    func write(into json: inout JSONWriter) {
        let snapshot = snapshot
        let (state, items): (String, Int) =
            switch follower?.state {
            case .tooLarge: ("too large", snapshot?.count ?? 0)
            case .loading(let items) where snapshot == nil: ("loading", items)
            case .loaded where snapshot == nil: ("loading", follower?.updater.current?.count ?? 0)
            case nil: ("loading", 0)
            case .loading, .loaded: ("loaded", snapshot?.count ?? 0)
            }
        json.member("catalogue", state)
        json.member("catalogueItems", items)
    }
}
