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
        case tooLarge(CatalogueMemoryError)
    }

    /// A step on the way to the first snapshot.
    enum Step: Sendable {
        /// Items were read.
        case progress
        /// The store could not be read, and will be tried again.
        case storeFailed
        /// The items do not fit into memory; they are loaded again once the store changes.
        case tooLarge(CatalogueMemoryError)
    }

    let kinds: KindTable
    let updater: SnapshotUpdater
    let cards: CardCache
    /// The steps until there is a snapshot. For one reader.
    let steps: AsyncStream<Step>
    private let progress: Progress
    private let task: Task<Void, Never>

    /// The shortest time between two reports of loading.
    private static let interval = Duration.seconds(1)

    /// Begins to load the items of `store`.
    /// - Parameter report: Receives the updater's reports.
    init(
        of store: any CatalogueStore,
        kinds: KindTable,
        limits: Limits,
        report: @escaping @Sendable (SnapshotUpdater.Report) -> Void
    ) {
        self.kinds = kinds
        let (steps, continuation) = AsyncStream.makeStream(of: Step.self, bufferingPolicy: .bufferingNewest(64))
        let progress = Progress(continuation)
        let updater = SnapshotUpdater(of: store, kinds: kinds, memoryLimit: limits.catalogue) {
            // The report first: it is there before anything is served.
            if progress.isDue($0) { report($0) }
            progress.take($0)
        }
        self.updater = updater
        self.steps = steps
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
        private let steps: AsyncStream<Step>.Continuation
        private let lastReport = Mutex(ContinuousClock.now)

        init(_ steps: AsyncStream<Step>.Continuation) { self.steps = steps }

        /// Whether a report is passed on: any but of loading, of which one is in an interval.
        func isDue(_ report: SnapshotUpdater.Report) -> Bool {
            guard case .loading = report else { return true }
            return lastReport.withLock { last in
                let now = ContinuousClock.now
                guard last.duration(to: now) >= CatalogueFollower.interval else { return false }
                last = now
                return true
            }
        }

        func take(_ report: SnapshotUpdater.Report) {
            switch report {
            case .loading(let items):
                state.withLock { $0 = .loading(items: items) }
                steps.yield(.progress)
            case .loaded:
                state.withLock { $0 = .loaded }
                steps.finish()
            case .updated:
                break
            case .storeFailed:
                steps.yield(.storeFailed)
            case .memoryFailed(let error):
                state.withLock { $0 = .tooLarge(error) }
                steps.yield(.tooLarge(error))
            }
        }
    }
}
