import Glibc
import Synchronization
import Testing

@testable import Catalogue

@Suite(.timeLimit(.minutes(15))) struct `A snapshot updater` {
    final class Reports: Sendable {
        private let reports = Mutex<[SnapshotUpdater.Report]>([])

        func add(_ report: SnapshotUpdater.Report) { reports.withLock { $0.append(report) } }

        var all: [SnapshotUpdater.Report] { reports.withLock { $0 } }

        func wait(until condition: (SnapshotUpdater.Report) -> Bool) async throws {
            while !all.contains(where: condition) { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    private func items(_ range: Range<Int>, price: Int64 = 1) -> [CatalogueItem] {
        range.map { number in
            CatalogueItem(
                id: .init(kind: "listing", id: "l\(number)"),
                title: "\(number)",
                price: Money(amount: price, currency: "USD"),
                listedAt: Instant(seconds: number)
            )
        }
    }

    private func withUpdater(
        of store: MemoryStore,
        memoryLimit: Int = 16 << 20,
        _ body: (SnapshotUpdater, Reports) async throws -> Void
    ) async throws {
        let reports = Reports()
        let updater = SnapshotUpdater(of: store, kinds: SampleItems.kinds, memoryLimit: memoryLimit) { reports.add($0) }
        let task = Task { await updater.run() }
        do { try await body(updater, reports) } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        await task.value
    }

    private func prices(_ updater: SnapshotUpdater) -> [Int64?] {
        guard let snapshot = updater.current else { return [] }
        return snapshot.find(ItemQuery(), at: 0, limit: 1_000).map { snapshot.item($0.row)?.price?.amount }
    }

    private func wait(_ updater: SnapshotUpdater, for version: ItemVersion) async throws {
        while updater.current?.version != version { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func `loads all items and follows every change`() async throws {
        let store = MemoryStore()
        _ = try await store.upsert(items(0..<100))
        try await withUpdater(of: store) { updater, reports in
            try await wait(updater, for: store.itemVersion)
            #expect(prices(updater) == Array(repeating: 1, count: 100))
            for step in 2..<10 as Range<Int64> {
                _ = try await store.upsert(items(0..<100, price: step))
                _ = try await store.remove([.init(kind: "listing", id: "l\(step)")])
                _ = try await store.upsert(items(100..<101, price: step))
                try await wait(updater, for: store.itemVersion)
                #expect(prices(updater) == Array(repeating: step, count: 100))
                _ = try await store.upsert(items(Int(step)..<Int(step) + 1, price: step))
            }
            #expect(store.look(\.fullReads) == 1)
            try await reports.wait { if case .loaded(let snapshot, _) = $0 { snapshot.count == 100 } else { false } }
        }
    }

    @Test func `applies sales when they begin, and takes them back when they end`() async throws {
        let store = MemoryStore()
        let now = Instant.now()
        var sold = items(0..<4, price: 10)
        sold[0].sale = Sale(price: 5, from: now + 2, until: now + 4)
        sold[1].sale = Sale(price: 6, until: now + 3)
        sold[2].sale = Sale(price: 7, from: now + 1_000)
        _ = try await store.upsert(sold)
        try await withUpdater(of: store) { updater, _ in
            func prices() -> [Int64] {
                guard let snapshot = updater.current else { return [] }
                return (0..<4).compactMap { number in
                    snapshot.row(of: .init(kind: "listing", id: "l\(number)")).flatMap {
                        snapshot.price(of: $0)?.amount
                    }
                }
            }
            // No snapshot in between: all that are seen, in their order.
            var seen: [[Int64]] = []
            while seen.last != [10, 10, 10, 10] {
                let found = prices()
                if !found.isEmpty, seen.last != found { seen.append(found) }
                try await Task.sleep(for: .milliseconds(2))
            }
            let expected: [[Int64]] = [[10, 6, 10, 10], [5, 6, 10, 10], [5, 10, 10, 10], [10, 10, 10, 10]]
            // A busy machine may miss some.
            #expect(seen.allSatisfy(expected.contains))
            #expect(seen == expected.filter(seen.contains))
            let snapshot = try #require(updater.current)
            #expect(snapshot.count == 4)
            #expect(snapshot.version == store.itemVersion)
        }
    }

    @Test func `finds and sorts items by the price of their sale`() throws {
        var builder = try SnapshotBuilder(kinds: SampleItems.kinds, memoryLimit: 16 << 20, now: 100)
        var sold = items(0..<50, price: 10)
        for index in sold.indices { sold[index].price = Money(amount: Int64(1_000 + index), currency: "USD") }
        for index in 10..<20 { sold[index].sale = Sale(price: Int64(index), from: 200, until: 300) }
        for (index, item) in sold.enumerated() {
            let packed = PackedItem(item: item, arrival: Int64(index), collectionArrivals: [])
            try builder.add(packed.bytes.span, openedBy: UInt32(index))
        }
        func cheapest(_ snapshot: CatalogueSnapshot) -> [Int64?] {
            snapshot.find(ItemQuery(sort: .price(.ascending)), at: 0, limit: 3).map {
                snapshot.price(of: $0.row)?.amount
            }
        }
        let version = ItemVersion(history: 1, number: 1)
        #expect(builder.nextSale == 200)
        let before = try builder.snapshot(version: version)
        #expect(cheapest(before) == [1_000, 1_001, 1_002])
        try builder.applySales(at: 200)
        #expect(builder.nextSale == 300)
        let during = try builder.snapshot(version: version)
        #expect(cheapest(during) == [10, 11, 12])
        #expect(cheapest(before) == [1_000, 1_001, 1_002])
        #expect(during.contentID != before.contentID && during.count == 50)
        try builder.applySales(at: 300)
        #expect(builder.nextSale == .distantFuture)
        let after = try builder.snapshot(version: version)
        #expect(cheapest(after) == [1_000, 1_001, 1_002])
    }

    @Test func `has room for a sale of everything, again and again`() throws {
        let size = SnapshotBuilder.memory(
            ofPacked: PackedItem(item: items(0..<1)[0], arrival: 0, collectionArrivals: []).bytes.count
        )
        var builder = try SnapshotBuilder(kinds: SampleItems.kinds, memoryLimit: 2_000 * (size + 48), now: 0)
        for (index, item) in items(0..<2_000, price: 10).enumerated() {
            var item = item
            item.sale = Sale(price: 5, from: 100, until: 200)
            try builder.add(
                PackedItem(item: item, arrival: Int64(index), collectionArrivals: []).bytes.span,
                openedBy: 0
            )
        }
        _ = try builder.snapshot(version: ItemVersion(history: 1, number: 1))
        for now in [100, 200, 150, 50, 150, 50] as [Instant] {
            try builder.applySales(at: now)
            let snapshot = try builder.snapshot(version: ItemVersion(history: 1, number: 1))
            let found = snapshot.find(ItemQuery(), at: 0, limit: 2_000)
            #expect(found.count == 2_000)
            let price: Int64 = (100..<200).contains(now) ? 5 : 10
            #expect(found.allSatisfy { snapshot.price(of: $0.row)?.amount == price })
        }
    }

    @Test func `never changes a published snapshot`() async throws {
        let store = MemoryStore()
        _ = try await store.upsert(items(0..<10))
        try await withUpdater(of: store) { updater, _ in
            try await wait(updater, for: store.itemVersion)
            let first = try #require(updater.current)
            _ = try await store.upsert(items(0..<10, price: 7))
            try await wait(updater, for: store.itemVersion)
            let found = first.find(ItemQuery(), at: 0, limit: 100)
            #expect(found.map { first.item($0.row)?.price?.amount } == Array(repeating: 1, count: 10))
        }
    }

    @Test func `reloads everything if the store no longer knows the changes`() async throws {
        let store = MemoryStore()
        _ = try await store.upsert(items(0..<10))
        try await withUpdater(of: store) { updater, _ in
            try await wait(updater, for: store.itemVersion)
            store.change { state in
                state.items[.init(kind: "listing", id: "l3")] = nil
                state.version = ItemVersion(history: 2, number: 1)
            }
            try await wait(updater, for: store.itemVersion)
            #expect(updater.current?.count == 9)
            #expect(store.look(\.fullReads) == 2)
        }
    }

    @Test func `keeps its snapshot while the store fails, and publishes no partial change`() async throws {
        let store = MemoryStore()
        let failure = StoreError.busy
        store.change { $0.failure = failure }
        _ = try await store.upsert(items(0..<10))
        try await withUpdater(of: store) { updater, reports in
            try await reports.wait { if case .failed(.store(failure)) = $0 { true } else { false } }
            #expect(updater.current == nil)
            store.change { $0.failure = nil }
            try await wait(updater, for: store.itemVersion)
            #expect(prices(updater) == Array(repeating: 1, count: 10))
            let failures = reports.all.count
            store.change { $0.failure = failure }
            _ = try await store.upsert(items(0..<10, price: 2))
            while reports.all.count == failures { try await Task.sleep(for: .milliseconds(5)) }
            #expect(prices(updater) == Array(repeating: 1, count: 10))
            store.change { $0.failure = nil }
            try await wait(updater, for: store.itemVersion)
            #expect(prices(updater) == Array(repeating: 2, count: 10))
            #expect(store.look(\.fullReads) == 2)
        }
    }

    @Test func `reports a catalogue that exceeds its memory, and tries again after a change`() async throws {
        let store = MemoryStore()
        _ = try await store.upsert(items(0..<1_000))
        try await withUpdater(of: store, memoryLimit: 50_000) { updater, reports in
            // It names what all items would take, and not only those that were read until then.
            try await reports.wait {
                guard case .failed(.memory(.full(let needed, limit: 50_000))) = $0 else { return false }
                return needed > 200_000
            }
            #expect(updater.current == nil)
            _ = try await store.remove((100..<1_000).map { .init(kind: "listing", id: "l\($0)") })
            try await wait(updater, for: store.itemVersion)
            #expect(updater.current?.count == 100)
        }
    }

    @Test func `counts values of the wrong type, and the memory of the items`()
        async throws
    {
        let store = MemoryStore()
        _ = try await store.upsert(items(0..<10))
        let wrong = items(10..<13).map { item in
            var item = item
            item.attributes = ["bedrooms": .text("three"), "bathrooms": .number(1), "unknown": .flag(true)]
            return item
        }
        _ = try await store.upsert(wrong)
        try await withUpdater(of: store) { updater, _ in
            try await wait(updater, for: store.itemVersion)
            #expect(updater.current?.mismatchedValues == 3)
            let memory = try #require(updater.current?.memory)
            #expect((13 * 200..<13 * 1_000).contains(memory))
        }
    }

    @Test func `frees a snapshot after its last reader`() async throws {
        let store = MemoryStore()
        _ = try await store.upsert(items(0..<10))
        let updater = SnapshotUpdater(of: store, kinds: SampleItems.kinds, memoryLimit: 16 << 20) { _ in }
        let task = Task { await updater.run() }
        try await wait(updater, for: store.itemVersion)
        weak let former = updater.current
        #expect(former != nil)
        _ = try await store.upsert(items(0..<10, price: 2))
        try await wait(updater, for: store.itemVersion)
        #expect(former == nil)
        task.cancel()
        await task.value
    }
}
