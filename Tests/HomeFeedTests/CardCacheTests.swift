import Catalogue
import HomeDocument
import Testing
import Words

@testable import HomeFeed

@Suite struct `A card cache` {
    private static let brand = Brand(id: "b", name: "B")

    private func snapshot(_ title: String, count: Int = 1, others: [CatalogueItem] = []) throws -> CatalogueSnapshot {
        var builder = try SnapshotBuilder(kinds: .builtIn, memoryLimit: 16 << 20)
        let items = (0..<count).map {
            CatalogueItem(id: .init(kind: "product", id: "p\($0)"), title: title, brand: Self.brand)
        }
        for (number, item) in (items + others).enumerated() {
            let packed = PackedItem(item: item, arrival: Int64(number), collectionArrivals: [])
            try builder.add(packed.bytes.span, openedBy: 0)
        }
        return try builder.snapshot(version: ItemVersion(history: 1, number: 1))
    }

    @Test func `renders a card once for each item, content and language`() throws {
        let cache = CardCache()
        var rendered = 0
        let tags = try ["en-US", "en-GB"].map { try #require(LanguageTag($0)) }
        let languages = try tags.map { try #require(Languages.english.wording(for: $0)) }
        func ask(_ snapshot: CatalogueSnapshot, _ titles: String) throws {
            let row = try #require(snapshot.row(of: .init(kind: "product", id: "p0")))
            for words in languages {
                let card = try #require(cache.card(of: row, in: snapshot, words: words, rendered: &rendered))
                #expect(card.id == "product:p0")
                #expect(try card.json().contains(#""title":"\#(titles)""#))
            }
        }
        let (first, second) = (try snapshot("a"), try snapshot("b"))
        for _ in 0..<3 { try ask(first, "a") }
        #expect(cache.statistics.misses == 2 && cache.statistics.hits == 4)
        for _ in 0..<3 { try ask(second, "b") }
        #expect(cache.statistics.misses == 4)
        // A home that still reads the former snapshot gets the former card.
        try ask(first, "a")
        // The same content in a newer snapshot is the same card.
        try ask(try snapshot("b"), "b")
        #expect(cache.statistics.misses == 4 && cache.statistics.hits == 12)
        #expect(cache.statistics.count == 4 && rendered == 4)
    }

    @Test func `shows the new name of a brand on all of its items`() throws {
        let cache = CardCache()
        var rendered = 0
        var other = CatalogueItem(id: .init(kind: "product", id: "z"), title: "z", brand: Self.brand)
        for name in ["B", "Bé"] {
            other.brand?.name = name
            let snapshot = try snapshot("a", others: [other])
            let row = try #require(snapshot.row(of: .init(kind: "product", id: "p0")))
            let card = try #require(
                cache.card(of: row, in: snapshot, words: Languages.english.standard, rendered: &rendered)
            )
            #expect(try card.json().contains(#""brand":{"id":"b","name":"\#(name)"}"#))
        }
    }

    @Test func `holds no more bytes than its capacity`() throws {
        let cache = CardCache(capacity: 64 << 10)
        var rendered = 0
        let snapshot = try snapshot("a", count: 2_000)
        for found in snapshot.find(ItemQuery(), at: 0, limit: 2_000) {
            _ = cache.card(of: found.row, in: snapshot, words: Languages.english.standard, rendered: &rendered)
        }
        let statistics = cache.statistics
        #expect(statistics.misses == 2_000 && statistics.hits == 0 && rendered == 2_000)
        #expect(statistics.bytes <= 64 << 10 && statistics.bytes > 16 << 10)
        #expect(statistics.count < (64 << 10) / 256 && statistics.count > 50)
    }
}
