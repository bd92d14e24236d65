import Bytes
import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `A snapshot's rows` {
    private func snapshot(_ items: [CatalogueItem]) throws -> CatalogueSnapshot {
        var builder = try SnapshotBuilder(kinds: SampleItems.kinds, memoryLimit: 16 << 20)
        var next: Int64 = 1
        for item in items {
            let packed = PackedItem(item, succeeding: nil, nextArrival: &next, at: 0)
            try builder.add(packed.bytes.span, openedBy: UInt32(next))
        }
        return try builder.snapshot(version: ItemVersion(history: 1, number: 1))
    }

    @Test func `have every field of their items`() throws {
        var random = SplitMix64(seed: 1)
        let items = try SampleItems.listings(&random).prefix(200) + SampleItems.products(&random)
        let snapshot = try snapshot(Array(items))
        var wrong: [CatalogueItem.ID] = []
        for item in items {
            let row = try #require(snapshot.row(of: item.id))
            let isRight =
                snapshot.id(of: row) == item.id && snapshot.item(row) == item
                && snapshot.kind(of: row).name == item.id.kind
                && snapshot.market(of: row) == item.market
                && snapshot.listedAt(row) == max(item.listedAt, item.startsAt ?? 0)
                && snapshot.price(of: row) == item.price
                && snapshot.place(of: row) == item.place && snapshot.category(of: row) == item.category
                && snapshot.brand(of: row).map { snapshot.brands[$0].id } == item.brand?.id
                && snapshot.idHash(of: row) == item.id.hash
                && snapshot.number("area", of: row).map { .number($0) } == item.attributes["area"]
                && ["one", "two", "one+half", "bilevel", "other"].allSatisfy { type in
                    snapshot.meets(.anyOf([type]), on: "type", row) == (item.attributes["type"] == .text(type))
                }
                && [false, true].allSatisfy { garden in
                    snapshot.meets(.flag(garden), on: "garden", row) == (item.attributes["garden"] == .flag(garden))
                }
            if !isRight { wrong.append(item.id) }
        }
        #expect(wrong.isEmpty)
        #expect(snapshot.row(of: .init(kind: "listing", id: "nowhere")) == nil)
        #expect(snapshot.row(of: .init(kind: "restaurant", id: "l0")) == nil)
    }

    @Test func `change their revision with every change of content, including the brand's name`() throws {
        func revision(_ item: CatalogueItem, beside other: [CatalogueItem] = []) throws -> UInt64 {
            let snapshot = try snapshot([item] + other)
            return snapshot.identity(of: try #require(snapshot.row(of: item.id))).revision.rawValue
        }
        var item = CatalogueItem(id: .init(kind: "product", id: "a"), title: "A", brand: Brand(id: "b", name: "B"))
        let first = try revision(item)
        #expect(try revision(item) == first)
        var other = CatalogueItem(id: .init(kind: "product", id: "z"), title: "Z", brand: Brand(id: "b", name: "Bé"))
        #expect(try revision(item, beside: [other]) == first)
        other.renamesBrand = true
        #expect(try revision(item, beside: [other]) != first)
        item.subtitle = "new"
        #expect(try revision(item) != first)
    }

    @Test func `are excluded by row or by the hash of their id`() throws {
        let items = (0..<10).map {
            CatalogueItem(id: .init(kind: "product", id: "p\($0)"), title: "", listedAt: Instant(seconds: -$0))
        }
        let snapshot = try snapshot(items)
        var excluded = ExcludedItems(hashes: [items[1].id.hash >> 24, items[3].id.hash >> 24], bits: 40)
        excluded.rows.insert(try #require(snapshot.row(of: items[0].id)))
        let found = snapshot.find(ItemQuery(), at: 0, limit: 4, without: excluded).map { snapshot.id(of: $0.row).id }
        #expect(found == ["p2", "p4", "p5", "p6"])
    }

    @Test
    func `list brands in the order of their first items, with the name of those or of the latest that renames them`()
        throws
    {
        let brands = [("b", "B"), ("a", "A"), ("b", "Bé"), ("b", "BE"), ("a", "Ä"), ("c", "C")]
        let items = brands.enumerated().map { index, brand in
            CatalogueItem(
                id: .init(kind: "product", id: "p\(index)"),
                title: "",
                brand: Brand(id: brand.0, name: brand.1),
                renamesBrand: brand.1 == "Bé"
            )
        }
        #expect(
            try snapshot(items).brands == [
                Brand(id: "b", name: "Bé"), Brand(id: "a", name: "A"), Brand(id: "c", name: "C"),
            ]
        )
    }
}
