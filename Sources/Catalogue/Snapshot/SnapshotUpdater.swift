import Bytes
import Synchronization

/// Keeps a snapshot of a store's items up to date: loads all items, then follows their changes.
public final class SnapshotUpdater: Sendable {
    public enum Report: Sendable {
        case loading(items: Int)
        /// A snapshot of all items was published after this time.
        case loaded(CatalogueSnapshot, Duration)
        /// A snapshot with changes was published this long after they were found.
        case updated(CatalogueSnapshot, Duration)
        /// The last snapshot stays until a retry succeeds; if the items do not fit into memory, until the store changes.
        case failed(CatalogueLoadError)
    }

    private let store: any CatalogueStore
    private let kinds: KindTable
    private let memoryLimit: Int
    private let report: @Sendable (Report) -> Void
    private let published = Mutex<CatalogueSnapshot?>(nil)

    /// The interval of checks of the store's version, well within ``StoreLimits/versionDelay``.
    private static let interval: Duration = .milliseconds(20)
    /// The number of changes that suggests a running import. Then changes are gathered for a while, since each snapshot
    /// invalidates values derived from the last one.
    private static let manyChanges = 500
    private static let gatheringTime: Duration = .milliseconds(500)
    private static let retryDelay: Duration = .milliseconds(500)
    /// The number of items between two reports of progress.
    private static let reportStep = 1_000

    /// - Parameter report: Called from ``run()``. A published snapshot is ``current`` when it is reported.
    public init(
        of store: any CatalogueStore,
        kinds: KindTable,
        memoryLimit: Int,
        report: @escaping @Sendable (Report) -> Void
    ) {
        self.store = store
        self.kinds = kinds
        self.memoryLimit = memoryLimit
        self.report = report
    }

    /// The latest snapshot; `nil` until the first one is published.
    public var current: CatalogueSnapshot? { published.withLock { $0 } }

    /// Loads the items and follows the store until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let version = store.itemVersion
            do throws(CatalogueLoadError) {
                var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: memoryLimit)
                try await follow(&builder, from: try await load(&builder))
            } catch {
                report(.failed(error))
                if case .store = error { try? await Task.sleep(for: Self.retryDelay) }
                while case .memory = error, !Task.isCancelled, store.itemVersion == version {
                    try? await Task.sleep(for: Self.retryDelay)
                }
            }
        }
    }

    /// Returns the version alone: a snapshot in ``run()`` would stay in memory while its changes are followed.
    private func load(_ builder: inout SnapshotBuilder) async throws(CatalogueLoadError) -> ItemVersion {
        let start = ContinuousClock.now
        let snapshot = try await builder.load(from: store) { count in
            if count.isMultiple(of: Self.reportStep) { report(.loading(items: count)) }
        }
        published.withLock { $0 = snapshot }
        report(.loaded(snapshot, ContinuousClock.now - start))
        return snapshot.version
    }

    /// Follows the changes; returns when everything must be loaded again.
    private func follow(_ builder: inout SnapshotBuilder, from start: ItemVersion) async throws(CatalogueLoadError) {
        var version = start
        while !Task.isCancelled {
            var next: ItemVersion? = version
            // Kept until the read is finished, so that the builder gets all or none.
            var changed: [(packed: [UInt8], openedBy: UInt32)] = []
            var removed: [CatalogueItem.ID] = []
            let start = ContinuousClock.now
            if store.itemVersion != version {
                do {
                    next = try await store.readChanges(since: version) { packed, openedBy in
                        changed.append(([UInt8](capacity: packed.count) { $0.append(copying: packed) }, openedBy))
                    } removed: { id in
                        removed.append(id)
                    }
                } catch {
                    report(.failed(.store(error)))
                    try? await Task.sleep(for: Self.retryDelay)
                    continue
                }
            }
            guard let next else { return }
            let now = Instant.now()
            let hasSales = next == version && builder.nextSale <= now
            if next == version, !hasSales {
                try? await Task.sleep(for: Self.interval)
                continue
            }
            if hasSales { try builder.applySales(at: now) }
            for id in removed { builder.remove(id) }
            for item in changed { try builder.add(item.packed.span, openedBy: item.openedBy) }
            let snapshot = try builder.snapshot(version: next)
            published.withLock { $0 = snapshot }
            report(.updated(snapshot, ContinuousClock.now - start))
            version = next
            if changed.count >= Self.manyChanges { try? await Task.sleep(for: Self.gatheringTime) }
        }
    }
}
