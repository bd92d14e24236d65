import Catalogue
import HomeDocument
import Synchronization
import Testing
import Words

@testable import HomeFeed

@Suite struct `A card cache` {
    private func snapshot(_ title: String, count: Int = 1) throws -> CatalogueSnapshot {
        var builder = try SnapshotBuilder(kinds: KindTable([Kind(name: "listing")]), memoryLimit: 16 << 20)
        for number in 0..<count {
            let item = CatalogueItem(id: .init(kind: "listing", id: "l\(number)"), title: title)
            let packed = PackedItem(item: item, arrival: Int64(number), collectionArrivals: [])
            try builder.add(packed.bytes.span, openedBy: 0)
        }
        return try builder.snapshot(version: ItemVersion(history: 1, number: 1))
    }

    /// Counts what it renders.
    private final class Renderer: Sendable {
        private let rendered = Atomic(0)

        var count: Int { rendered.load(ordering: .relaxed) }

        func card(_ item: CatalogueItem) -> Card {
            rendered.add(1, ordering: .relaxed)
            return Card(id: item.id.description, kind: .listing, label: item.title) { $0.member("title", item.title) }
        }
    }

    @Test func `renders a card once for each item, content and language`() throws {
        let (cache, renderer) = (CardCache(), Renderer())
        let tags = try ["en-US", "en-GB"].map { try #require(LanguageTag($0)) }
        let languages = try tags.map { try #require(Languages.english.wording(for: $0)) }
        func ask(_ snapshot: CatalogueSnapshot) throws -> [String?] {
            let row = try #require(snapshot.row(of: .init(kind: "listing", id: "l0")))
            return languages.map { cache.card(of: row, in: snapshot, $0, render: renderer.card)?.id }
        }
        let (first, second) = (try snapshot("a"), try snapshot("b"))
        for _ in 0..<3 { #expect(try ask(first) == ["listing:l0", "listing:l0"]) }
        #expect(renderer.count == 2)
        for _ in 0..<3 { #expect(try ask(second) == ["listing:l0", "listing:l0"]) }
        #expect(renderer.count == 4)
        // A home that still reads the former snapshot gets the former card.
        _ = try ask(first)
        #expect(renderer.count == 4)
        // The same content in a newer snapshot is the same card.
        _ = try ask(try snapshot("b"))
        #expect(renderer.count == 4)
    }

    @Test func `holds no more bytes than its capacity`() throws {
        let (cache, renderer) = (CardCache(capacity: 64 << 10), Renderer())
        let snapshot = try snapshot("a", count: 2_000)
        for found in snapshot.find(ItemQuery(), at: 0, limit: 2_000) {
            _ = cache.card(of: found.row, in: snapshot, Languages.english.standard, render: renderer.card)
        }
        #expect(renderer.count == 2_000)
        #expect(cache.count < (64 << 10) / 256)
        #expect(cache.count > 50)
    }
}
