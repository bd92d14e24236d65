import Foundation
import SQLiteStore

@testable import Catalogue
@testable import Observability
@testable import Recommendations

/// A store in a folder that is removed when the tests end.
func makeStore(_ items: [CatalogueItem]) async throws -> any CatalogueStore {
    let file = folder.appendingPathComponent("\(UUID().uuidString).store")
    let store = try SQLiteStore(path: file.path, readers: 2)
    _ = try await store.upsert(items)
    return store
}

extension UserEventStore {
    /// Appends actions that happen at the time of the call.
    @discardableResult
    func append(_ actions: [UserAction], by user: UserID, at now: Instant) async throws(StoreError) -> BatchOutcome {
        try await append(EventBatch(actions, at: now), by: user, at: now)
    }
}

/// The last second of a leap day.
let leapNight: Instant = 1_709_251_199

private let folder: URL = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("gorse-tests-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: folder) }
    return url
}()

/// A catalogue of these items.
func makeSnapshot(_ items: [CatalogueItem], kinds: KindTable = .builtIn) throws -> CatalogueSnapshot {
    var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: 1 << 20)
    for (index, item) in items.enumerated() {
        let packed = PackedItem(item: item, arrival: Int64(index), collectionArrivals: [])
        try builder.add(packed.bytes.span, openedBy: 0)
    }
    return try builder.snapshot(version: ItemVersion(history: 1, number: 1))
}

extension CatalogueItem {
    /// A house at this price in this market.
    static func house(_ id: String, price: Int64 = 100, market: String = "toledo") -> CatalogueItem {
        CatalogueItem(
            id: .house(id),
            title: id,
            price: Money(amount: price, currency: "USD"),
            market: market,
            listedAt: 1_000,
            attributes: ["type": .text("house")]
        )
    }
}

extension CatalogueItem.ID {
    /// The id of a house.
    static func house(_ id: String) -> Self { Self(kind: "listing", id: id) }
}

extension GorseClient {
    /// A client with the transport and the clock of a test.
    convenience init(
        _ transport: FakeTransport,
        _ clock: VirtualClock,
        _ metrics: RecommenderMetrics = .test,
        key: String? = nil,
        _ change: (inout GorseOptions) -> Void = { _ in }
    ) {
        var options = GorseOptions()
        change(&options)
        self.init(
            url: ServiceURL("http://gorse:8087")!,
            key: key,
            options: options,
            helper: transport,
            clock: clock,
            metrics: metrics
        )
    }
}

extension RecommenderMetrics {
    /// Metrics in a separate registry.
    static var test: Self {
        var registry = MetricsRegistry()
        return Self(in: &registry)
    }

    /// The counts above 0.
    var outcomes: [GorseQueryOutcome: Int] {
        let counts = GorseQueryOutcome.allCases.map { ($0, self[$0].value) }
        return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
    }
}
