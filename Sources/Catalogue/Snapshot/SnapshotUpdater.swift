import Synchronization

/// Keeps a snapshot of a store's items up to date: reads them all at the start, and then follows their changes.
public final class SnapshotUpdater: Sendable {
    /// What the updater reports, in this order or again from the start.
    public enum Report: Sendable {
        /// So many items were read so far.
        case loading(items: Int)
        /// A snapshot of all items was published, after so long.
        case loaded(CatalogueSnapshot, Duration)
        /// A snapshot with changes was published, so long after they were found.
        case updated(CatalogueSnapshot, Duration)
        /// The store could not be read; the last snapshot stays, and the next attempt follows.
        case storeFailed(StoreError)
        /// The items do not fit into memory; the last snapshot stays until the store changes again.
        case memoryFailed(CatalogueMemoryError)
    }

    private let store: any CatalogueStore
    private let kinds: KindTable
    private let memoryLimit: Int
    private let report: @Sendable (Report) -> Void
    private let published = Mutex<CatalogueSnapshot?>(nil)

    /// How often the store's version is looked at: well within ``StoreLimits/versionDelay``.
    private static let interval: Duration = .milliseconds(20)
    /// After so many changes at once an import is likely to go on: the updater gathers its next changes for a while, since each
    /// snapshot makes what was derived from the one before it worthless.
    private static let manyChanges = 500
    private static let gatheringTime: Duration = .milliseconds(500)
    /// How long the updater waits after the store failed.
    private static let retryDelay: Duration = .milliseconds(500)
    /// How many items are read between two reports of progress, and how much time is between them at most.
    private static let reportStep = 50_000
    private static let reportInterval: Duration = .seconds(1)
    /// How many items are read between two looks at the clock.
    private static let progressStep = 1_000

    /// An updater that has read nothing yet.
    /// - Parameters:
    ///   - memoryLimit: About how many bytes the snapshot may take.
    ///   - report: Called from ``run()``. A published snapshot is the ``current`` one when it is reported.
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

    /// The snapshot that was published last; `nil` until the first one is.
    public var current: CatalogueSnapshot? { published.withLock { $0 } }

    /// Loads the items and follows the store until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let version = store.itemVersion
            do throws(Failure) {
                var builder = try SnapshotUpdater.builder(kinds, memoryLimit)
                try await follow(&builder, from: try await load(&builder))
            } catch {
                await wait(after: error, since: version)
            }
        }
    }

    private typealias Failure = CatalogueLoadError

    private static func builder(_ kinds: KindTable, _ limit: Int) throws(Failure) -> SnapshotBuilder {
        do { return try SnapshotBuilder(kinds: kinds, memoryLimit: limit) } catch { throw .memory(error) }
    }

    private func publish(_ snapshot: CatalogueSnapshot) {
        published.withLock { $0 = snapshot }
    }

    // MARK: Loading

    private func load(_ builder: inout SnapshotBuilder) async throws(Failure) -> ItemVersion {
        let start = ContinuousClock.now
        var lastReport = start
        let snapshot = try await builder.load(from: store) { count in
            guard count % Self.progressStep == 0 else { return }
            let now = ContinuousClock.now
            guard count % Self.reportStep == 0 || now - lastReport >= Self.reportInterval else { return }
            lastReport = now
            report(.loading(items: count))
        }
        publish(snapshot)
        report(.loaded(snapshot, ContinuousClock.now - start))
        return snapshot.version
    }

    // MARK: Following

    /// Follows the changes; returns where everything has to be read again.
    private func follow(_ builder: inout SnapshotBuilder, from start: ItemVersion) async throws(Failure) {
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
            if next == version {
                // Nothing has changed, or the replica that was read does not have it yet.
                try? await Task.sleep(for: Self.interval)
                continue
            }
            let snapshot = try SnapshotUpdater.snapshot(of: &builder, next, with: changes)
            publish(snapshot)
            report(.updated(snapshot, ContinuousClock.now - start))
            version = next
            if changes.items.count >= Self.manyChanges { try? await Task.sleep(for: Self.gatheringTime) }
        }
    }

    /// Changes that were read: kept until the read has succeeded, so that a builder never has half of them.
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

    private static func snapshot(
        of builder: inout SnapshotBuilder,
        _ version: ItemVersion,
        with changes: Changes
    ) throws(Failure) -> CatalogueSnapshot {
        do {
            for id in changes.removed { builder.remove(id) }
            for item in changes.items {
                try builder.add(changes.bytes.span.extracting(item.range), openedBy: item.openedBy)
            }
            return try builder.snapshot(version: version)
        } catch {
            throw .memory(error)
        }
    }

    // MARK: Failures

    /// - Parameter version: what the store had before the attempt.
    private func wait(after failure: Failure, since version: ItemVersion) async {
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
