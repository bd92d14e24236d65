import Catalogue
import HomeFeed
import Synchronization

/// A catalogue in memory that follows the store, and the cache of its cards.
final class CatalogueFollower: Sendable {
    /// In bytes.
    struct Limits: Sendable {
        var catalogue = 2 << 30
        var cards = CardCache.defaultCapacity
    }

    let kinds: KindTable
    let updater: SnapshotUpdater
    let cards: CardCache
    /// The updater's reports until the first snapshot, for one reader.
    let reports: AsyncStream<SnapshotUpdater.Report>
    private let progress: Progress
    private let task: Task<Void, Never>

    private final class Progress: Sendable {
        let content = Mutex((items: 0, isTooLarge: false, nextReport: ContinuousClock.now + .seconds(1)))

        /// Returns whether to pass the report on.
        func update(_ report: SnapshotUpdater.Report) -> Bool {
            content.withLock { content in
                switch report {
                case .loading(let items):
                    (content.items, content.isTooLarge) = (items, false)
                    guard content.nextReport <= .now else { return false }
                    content.nextReport = .now + .seconds(1)
                case .loaded: content.isTooLarge = false
                case .failed(.memory): content.isTooLarge = true
                case .updated, .failed(.store): break
                }
                return true
            }
        }
    }

    /// - Parameter report: Called with the updater's reports; once a second while the items load.
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
        let updater = SnapshotUpdater(of: store, kinds: kinds, memoryLimit: limits.catalogue) { event in
            // Before the stream ends, so that the report precedes the first response.
            if progress.update(event) { report(event) }
            if case .loaded = event { continuation.finish() } else { continuation.yield(event) }
        }
        self.kinds = kinds
        self.updater = updater
        self.reports = reports
        self.progress = progress
        cards = CardCache(capacity: limits.cards)
        // Detached, since it computes for long and the caller may be on the main actor.
        task = Task.detached { await updater.run() }
    }

    /// The number of items that are loaded for the next snapshot.
    var loadedItems: Int { progress.content.withLock(\.items) }

    /// Whether the items exceed the memory limit. An earlier snapshot remains.
    var isTooLarge: Bool { progress.content.withLock(\.isTooLarge) }

    /// The last snapshot remains.
    func cancel() { task.cancel() }
}
