import Testing

@testable import Catalogue

@Suite struct `A budget of memory` {
    private func items(_ ids: Range<Int>, title: String = "House") -> [CatalogueItem] {
        ids.map { CatalogueItem(id: .init(kind: "listing", id: "l\($0)"), title: title, market: "toledo") }
    }

    @Test func `counts what a snapshot of the store takes`() async throws {
        let store = MemoryStore()
        _ = try await store.upsert(items(0..<100))
        let budget = try await CatalogueMemoryBudget(of: store, limit: 1 << 20)
        var builder = try SnapshotBuilder(kinds: .builtIn, memoryLimit: 1 << 20)
        #expect(try await budget.used == builder.load(from: store).memory)
    }

    @Test func `counts an item once, however often it is added`() throws {
        var budget = CatalogueMemoryBudget(limit: 1 << 20)
        try budget.add(items(0..<10))
        let used = budget.used
        for _ in 1...3 { try budget.add(items(0..<10)) }
        #expect(budget.used == used)
        try budget.add(items(0..<10, title: "A house"))
        #expect(budget.used >= used && budget.used < used + 200)
    }

    @Test func `refuses items that do not fit, and takes those that make a catalogue smaller`() throws {
        var budget = CatalogueMemoryBudget(limit: 2_500)
        try budget.add(items(0..<10))
        let error = #expect(throws: CatalogueMemoryError.self) { try budget.add(items(10..<100)) }
        guard case .full(let needed, limit: 2_500) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed == budget.used && needed > 20_000)
        try budget.add(items(0..<10, title: ""))
    }
}
