import Catalogue
import HomeFeed
import Synchronization

/// A catalogue in memory, which a task on no event loop loads and then keeps up to date, and the cards rendered from it.
final class CatalogueFollower: Sendable {
    /// How much memory the catalogue and its cards may take, in bytes.
    struct Limits: Sendable {
        var catalogue = 2 << 30
        var cards = CardCache.defaultCapacity
    }

    enum State: Sendable {
        /// The first snapshot is being made; so many items were read.
        case loading(items: Int)
        /// The snapshot follows the store.
        case loaded
        /// The items do not fit into memory. A snapshot that was there before stays.
        case tooLarge
    }

    let kinds: KindTable
    let updater: SnapshotUpdater
    let cards: CardCache
    /// The updater's reports until there is a snapshot. For one reader.
    let reports: AsyncStream<SnapshotUpdater.Report>
    private let progress: Progress
    private let task: Task<Void, Never>

    /// Begins to load the items of `store`.
    /// - Parameter report: Receives the updater's reports, of loading one in a second.
    init(
        of store: any CatalogueStore,
        kinds: KindTable,
        limits: Limits,
        report: @escaping @Sendable (SnapshotUpdater.Report) -> Void
    ) {
        let (reports, continuation) = AsyncStream.makeStream(
            of: SnapshotUpdater.Report.self,
            bufferingPolicy: .bufferingNewest(64)
        )
        let progress = Progress()
        let updater = SnapshotUpdater(of: store, kinds: kinds, memoryLimit: limits.catalogue) {
            // The report first: it is there before anything is served.
            if progress.note($0) { report($0) }
            if case .loaded = $0 { continuation.finish() } else { continuation.yield($0) }
        }
        self.kinds = kinds
        self.updater = updater
        self.reports = reports
        self.progress = progress
        cards = CardCache(capacity: limits.cards)
        // Detached: it computes for long, and the caller may be on the main actor.
        task = Task.detached { await updater.run() }
    }

    var state: State { progress.state.withLock { $0 } }

    /// Ends following the store. The last snapshot stays.
    func cancel() { task.cancel() }

    private final class Progress: Sendable {
        let state = Mutex(State.loading(items: 0))
        private let nextReport = Mutex(ContinuousClock.now + .seconds(1))

        /// - Returns: whether the report is passed on.
        func note(_ report: SnapshotUpdater.Report) -> Bool {
            switch report {
            case .loading(let items):
                state.withLock { $0 = .loading(items: items) }
                return nextReport.withLock { next in
                    guard next <= .now else { return false }
                    next = .now + .seconds(1)
                    return true
                }
            case .loaded: state.withLock { $0 = .loaded }
            case .memoryFailed: state.withLock { $0 = .tooLarge }
            case .updated, .storeFailed: break
            }
            return true
        }
    }
}
