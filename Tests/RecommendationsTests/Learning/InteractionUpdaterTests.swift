import Testing

@testable import Catalogue
@testable import Recommendations

@Suite(.timeLimit(.minutes(15))) struct `An updater of interactions` {
    private let reports = UpdaterReports()

    private func updater(of store: LogStore) -> InteractionUpdater {
        InteractionUpdater(of: store) { [reports] in reports.append($0) }
    }

    private func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    private func popularity(_ updater: InteractionUpdater, _ snapshot: CatalogueSnapshot) -> [[UInt8]] {
        updater.index(of: snapshot).popularity
    }

    @Test func `learns all events of a store, in batches`() async {
        let sample = SampleEvents(random: 4_700, seed: 1)
        let store = LogStore(sample.events)
        let updater = updater(of: store)
        #expect(updater.position == 0)
        await updater.catchUp()
        #expect(updater.position == sample.model.position)
        #expect(
            ModelContent(of: updater.index(of: SampleCatalogue([]).snapshot).model) == ModelContent(of: sample.model)
        )
        #expect(Set(store.look(\.limits)).count == 1)
        #expect(store.look(\.limits).count == 4_700 / store.look(\.limits)[0] + 1)
        let openings = sample.events.count {
            if case .opened = $0.action { true } else { false }
        }
        #expect(reports.all == ["learned \(openings)"])
    }

    @Test func `has an empty model without events`() async {
        let store = LogStore()
        let updater = updater(of: store)
        await updater.catchUp()
        #expect(updater.position == 0)
        #expect(updater.index(of: SampleCatalogue([.product("a")]).snapshot).popularity == [[0]])
        #expect(reports.all == ["learned 0"])
    }

    @Test func `reads a full last batch to its end`() async {
        let sample = SampleEvents(random: 2_000, seed: 2)
        let store = LogStore(sample.events)
        let updater = updater(of: store)
        await updater.catchUp()
        #expect(updater.position == sample.model.position)
        #expect(store.look(\.limits) == [2_000, 2_000])
    }

    @Test func `follows a store until it is cancelled`() async throws {
        let sample = SampleEvents(["u1": "abcd", "u2": "ab"])
        let store = LogStore()
        let updater = updater(of: store)
        let task = Task { await updater.run() }
        try await wait { !store.look(\.limits).isEmpty }
        for number in [2, 3, 6] {
            store.append(sample.events[Int(updater.position)..<number])
            try await wait { updater.position == Int64(number) }
        }
        let model = updater.index(of: SampleCatalogue([]).snapshot).model
        #expect(ModelContent(of: model) == ModelContent(of: sample.model))
        task.cancel()
        await task.value
        #expect(reports.all == ["learned 0", "written"])
    }

    @Test func `reads again after an error of the store, and keeps its model until then`() async throws {
        let sample = SampleEvents(["u1": "abcd"])
        let store = LogStore(sample.events.dropLast())
        let updater = updater(of: store)
        let task = Task { await updater.run() }
        try await wait { updater.position == 3 }
        store.change { $0.readFailures.append(.busy) }
        try await wait { reports.all.contains("readEvents failed: busy") }
        #expect(updater.position == 3)
        store.append(sample.events.suffix(1))
        try await wait { updater.position == 4 }
        task.cancel()
        await task.value
        #expect(reports.all == ["learned 3", "written", "readEvents failed: busy"])
    }

    @Test func `stops its retries when it is cancelled`() async throws {
        let store = LogStore()
        for _ in 0..<10_000 { store.change { $0.readFailures.append(.busy) } }
        let updater = updater(of: store)
        let task = Task { await updater.run() }
        try await wait { !reports.all.isEmpty }
        task.cancel()
        await task.value
        #expect(updater.position == 0)
    }

    @Test func `builds one index for a model and a snapshot`() async {
        let store = LogStore(SampleEvents(["u1": "aab"]).events)
        let updater = updater(of: store)
        let (one, other) = (SampleCatalogue([.product("a"), .product("b")]), SampleCatalogue([.product("b")]))
        #expect(popularity(updater, one.snapshot) == [[0, 0]])
        await updater.catchUp()
        let index = updater.index(of: one.snapshot)
        #expect(index === updater.index(of: one.snapshot))
        #expect(index.snapshot.contentID == one.snapshot.contentID)
        #expect(popularity(updater, one.snapshot) != [[0, 0]])
        #expect(updater.index(of: other.snapshot).snapshot.contentID == other.snapshot.contentID)
        #expect(updater.index(of: one.snapshot) !== index)
        // No events, no other model.
        let last = updater.index(of: one.snapshot)
        await updater.catchUp()
        #expect(updater.index(of: one.snapshot) === last)
        store.append([UserEvent(position: 4, user: UserID("u2")!, action: .opened(.product("b")), at: 9)])
        await updater.catchUp()
        #expect(updater.index(of: one.snapshot) !== last)
        #expect(updater.position == 4)
    }
}
