import Foundation
import SQLiteStore
import SeededRandom

@testable import Catalogue

/// An SQLite store with rows in each table, in a folder that is removed with it.
final class PopulatedStore {
    let path: String
    private let folder: URL
    static let users = (0..<12).compactMap { UserID("u\($0)") }
    static let now: Instant = 1_700_000_000

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "copied-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "a.store").path
        try await fill()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func open() throws -> SQLiteStore {
        try SQLiteStore(path: path, readers: 1) { Self.now }
    }

    private func fill() async throws {
        let store = try open()
        var random = SplitMix64(seed: 11)
        for round in 0..<3 {
            _ = try await store.upsert((0..<250).map { random.item("i\($0 + round * 100)") })
        }
        for user in Self.users.dropLast() {
            for _ in 0..<random.pick(2, 9, 40) {
                let ids = (0..<5).map { _ in "i\(random.pick(0, 1, 2, random.number(400)))" }
                _ = try await store.append(random.batch(of: ids), by: user, at: Self.now)
            }
        }
        // Removals leave gaps, also at the end of each sequence.
        _ = try await store.remove(
            (0..<400).filter { $0 % 7 == 0 }.map { SplitMix64.id("i\($0)") } + [SplitMix64.id("i449")]
        )
        try await store.forget(Self.users[3])
        let events = try await store.events(after: 0, limit: 1_000)
        try await store.acknowledge(through: events[events.count / 3].position)
        let learned = LearningCheckpoint(
            position: events.last?.position ?? 0,
            bytes: (0..<2_500_000).map { _ in UInt8(random.number(256)) }
        )
        _ = try await store.replaceCheckpoint(with: learned, in: store.itemVersion.history)
    }
}

extension SplitMix64 {
    mutating func number(_ bound: Int) -> Int { .random(in: 0..<bound, using: &self) }

    /// An item's kind follows from its id.
    static func id(_ id: String) -> CatalogueItem.ID {
        CatalogueItem.ID(kind: id.hasSuffix("3") ? "product" : "listing", id: id)
    }

    mutating func item(_ id: String) -> CatalogueItem {
        CatalogueItem(
            id: Self.id(id),
            title: pick("", "Haus \u{1f3e0}", "\0\u{10FFFD}'\\\"\t\n", "A house"),
            images: pick([], ["", "1:x,"], ["https://images.example/ü.jpg"]),
            price: pick(nil, Money(amount: pick(0, .max, Int64(number(1_000_000))), currency: pick("USD", "EUR"))),
            place: pick(nil, Coordinate(latitude: .random(in: 39...40, using: &self), longitude: -0.5)),
            market: pick(nil, "toledo", "valencia"),
            brand: pick(nil, Brand(id: "b\(number(30))", name: pick("AMI", "Comme des Garçons"))),
            collections: pick([], ["new"], ["sale", "new"], ["c\(number(5))", "sale"]),
            status: pick(.active, .active, .sold, .hidden),
            listedAt: pick(.distantPast, 0, Instant(seconds: number(2_000_000_000))),
            attributes: pick([:], ["area": .number(0.1 + 0.2), "lift": .flag(true)])
        )
    }

    /// A search, and then items that are shown and opened in a widget.
    mutating func batch(of ids: [String]) -> EventBatch {
        let place = EventOrigin(
            widget: WidgetID(segment: pick("homes", "style"), widget: "w\(number(5))"),
            arms: pick([], [EventOrigin.Arm(experiment: "order", arm: pick("map", "control"))]),
            rank: number(9)
        )
        let at = PopulatedStore.now - Int64(number(3 * 86_400))
        let shown = ids.map { ReportedEvent(.shown(Self.id($0)), at: at, origin: place) }
        let opened = ids.map { ReportedEvent(.action(.opened(Self.id($0))), at: at, origin: place) }
        return EventBatch(
            id: "b\(number(.max))",
            [ReportedEvent(.action(.searched(search())), at: at)] + shown + opened
        )
    }

    mutating func search() -> UserSearch {
        UserSearch(
            filter: ItemFilter(market: pick(nil, "toledo", "elsewhere"), price: .init(max: Int64(number(1_000))))
        )
    }
}
