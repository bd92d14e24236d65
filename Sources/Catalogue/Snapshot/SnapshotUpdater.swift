import Glibc
import Synchronization

/// Keeps a snapshot of a store's items up to date: loads all items, then follows their changes.
public final class SnapshotUpdater: Sendable {
    public enum Report: Sendable {
        case loading(items: Int)
        /// A snapshot of all items was published after this time.
        case loaded(CatalogueSnapshot, Duration)
        /// A snapshot with changes was published this long after they were found.
        case updated(CatalogueSnapshot, Duration)
        /// The store could not be read; the last snapshot stays until a retry succeeds.
        case storeFailed(StoreError)
        /// The items do not fit into memory; the last snapshot stays until the store changes again.
        case memoryFailed(CatalogueMemoryError)
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
    /// The number of items, and the maximum time, between two reports of progress.
    private static let reportStep = 50_000
    private static let reportInterval: Duration = .seconds(1)
    /// The number of items between two readings of the clock.
    private static let progressStep = 1_000

    /// An updater without a snapshot.
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
                var builder: SnapshotBuilder
                do { builder = try SnapshotBuilder(kinds: kinds, memoryLimit: memoryLimit) } catch {
                    throw .memory(error)
                }
                try await follow(&builder, from: try await load(&builder))
            } catch {
                await wait(after: error, since: version)
            }
        }
    }

    // MARK: Loading

    private func load(_ builder: inout SnapshotBuilder) async throws(CatalogueLoadError) -> ItemVersion {
        let start = ContinuousClock.now
        var lastReport = start
        let snapshot = try await builder.load(from: store) { count in
            guard count % Self.progressStep == 0 else { return }
            let now = ContinuousClock.now
            guard count % Self.reportStep == 0 || now - lastReport >= Self.reportInterval else { return }
            lastReport = now
            report(.loading(items: count))
        }
        published.withLock { $0 = snapshot }
        report(.loaded(snapshot, ContinuousClock.now - start))
        return snapshot.version
    }

    // MARK: Following

    /// Follows the changes; returns when everything must be loaded again.
    private func follow(_ builder: inout SnapshotBuilder, from start: ItemVersion) async throws(CatalogueLoadError) {
        var version = start
        while !Task.isCancelled {
            var next: ItemVersion? = version
            var changes = Changes()
            let start = ContinuousClock.now
            if store.itemVersion != version {
                do {
                    next = try await store.readChanges(since: version) { packed, openedBy in
                        changes.add(packed, openedBy)
                    } removed: { id in
                        changes.removed.append(id)
                    }
                } catch {
                    report(.storeFailed(error))
                    try? await Task.sleep(for: Self.retryDelay)
                    continue
                }
            }
            guard let next else { return }
            let now = Int64(time(nil))
            let hasSales = next == version && builder.nextSale <= now
            if next == version, !hasSales {
                try? await Task.sleep(for: Self.interval)
                continue
            }
            let snapshot: CatalogueSnapshot
            do throws(CatalogueMemoryError) {
                if hasSales { try builder.applySales(at: now) }
                for id in changes.removed { builder.remove(id) }
                for item in changes.items {
                    try builder.add(changes.bytes.span.extracting(item.range), openedBy: item.openedBy)
                }
                snapshot = try builder.snapshot(version: next)
            } catch {
                throw .memory(error)
            }
            published.withLock { $0 = snapshot }
            report(.updated(snapshot, ContinuousClock.now - start))
            version = next
            if changes.items.count >= Self.manyChanges { try? await Task.sleep(for: Self.gatheringTime) }
        }
    }

    /// Changes of an unfinished read, so that the builder gets all or none.
    private struct Changes {
        private(set) var bytes: [UInt8] = []
        private(set) var items: [(range: Range<Int>, openedBy: UInt32)] = []
        var removed: [CatalogueItem.ID] = []

        mutating func add(_ packed: Span<UInt8>, _ openedBy: UInt32) {
            let start = bytes.count
            for index in packed.indices { bytes.append(packed[index]) }
            items.append((start..<bytes.count, openedBy))
        }
    }

    private func wait(after failure: CatalogueLoadError, since version: ItemVersion) async {
        switch failure {
        case .store(let error):
            report(.storeFailed(error))
            try? await Task.sleep(for: Self.retryDelay)
        case .memory(let error):
            report(.memoryFailed(error))
            while !Task.isCancelled, store.itemVersion == version { try? await Task.sleep(for: Self.retryDelay) }
        }
    }
}
