import Bytes
import Testing

@testable import Catalogue

/// The stored bytes of items, and the places they keep.
@Suite struct `A packed item` {
    static let full = CatalogueItem(
        id: .init(kind: "listing", id: "a-1"),
        title: "Casa, 3 habitaciones",
        subtitle: "Luminosa",
        images: ["https://example.org/1.jpg", "https://example.org/2.jpg"],
        href: "/l/a-1",
        price: Money(amount: 12_345_600, currency: "EUR"),
        previousPrice: 13_000_000,
        place: Coordinate(latitude: 39.47, longitude: -0.376),
        address: "Carrer de la Pau 1",
        market: "valencia",
        brand: Brand(id: "b", name: "Bé"),
        category: "flats",
        collections: ["new", "sale"],
        status: .outOfStock,
        listedAt: 1_700_000_000,
        startsAt: 1_750_000_000,
        expiresAt: 1_800_000_000,
        attributes: [
            "area": .number(82.5), "fee": .money(Money(amount: 5_000, currency: "EUR")), "type": .text("apartment"),
            "lift": .flag(true), "builtAt": .instant(-1),
        ]
    )

    private func unpack(_ bytes: [UInt8]) -> PackedItem? { PackedItem(bytes.span) }

    /// What a view shows of an item.
    private func viewed(_ bytes: [UInt8], _ kind: Kind) -> CatalogueItem? {
        guard let view = PackedItemView(bytes.span, kind.attributes) else { return nil }
        func text(_ text: PackedItemView.Text) -> String? { view.text(text).isEmpty ? nil : view.text(text).text }
        var item = CatalogueItem(
            id: .init(kind: text(.kind) ?? "", id: text(.id) ?? ""),
            title: text(.title) ?? "",
            subtitle: text(.subtitle),
            images: (0..<view.imageCount).map { view.withImage($0) { $0.text } },
            placeholder: view.placeholder,
            href: text(.href),
            price: view.price,
            previousPrice: view.previousPrice?.amount,
            place: view.place,
            address: text(.address),
            market: text(.market),
            brand: text(.brand).map { Brand(id: $0, name: text(.brandName) ?? "") },
            category: text(.category),
            listedAt: view.listedAt,
            startsAt: view.startsAt,
            expiresAt: view.expiresAt
        )
        for (attribute, value) in zip(kind.attributes, view.values) {
            item.attributes[attribute.name] = value.map { AttributeValue($0, in: bytes.span) }
        }
        return item
    }

    private static let kind = Kind(
        name: "listing",
        attributes: [
            Attribute(name: "type", type: .text(values: ["house", "apartment"])),
            Attribute(name: "area", type: .number(unit: .squareMeter)), Attribute(name: "fee", type: .money),
            Attribute(name: "lift", type: .flag), Attribute(name: "builtAt", type: .instant),
            Attribute(name: "floor", type: .number(unit: nil)),
        ]
    )

    @Test func `is viewed as it is read`() {
        var full = Self.full
        let bytes = PackedItem(item: full, arrival: 1, collectionArrivals: [2, 3]).bytes
        // Not shown on cards.
        (full.collections, full.status) = ([], .active)
        #expect(viewed(bytes, Self.kind) == full)
        let empty = CatalogueItem(id: .init(kind: "product", id: "x"), title: "")
        #expect(viewed(PackedItem(item: empty, arrival: 1, collectionArrivals: []).bytes, Self.kind) == empty)
    }

    @Test func `is viewed without values of other types`() {
        var item = Self.full
        item.attributes = ["type": .text("castle"), "area": .flag(true), "fee": .number(1)]
        let bytes = PackedItem(item: item, arrival: 1, collectionArrivals: [2, 3]).bytes
        #expect(viewed(bytes, Self.kind)?.attributes == [:])
    }

    @Test func `is read back as it was written`() {
        var colored = Self.full
        colored.placeholder = RGBColor(red: 200, green: 0, blue: 255)
        var reduced = colored
        reduced.sale = Sale(price: 7, from: 10, until: 20)
        for item in [Self.full, colored, reduced, CatalogueItem(id: .init(kind: "product", id: "x"), title: "")] {
            let packed = PackedItem(
                item: item,
                arrival: 7,
                collectionArrivals: item.collections.map { Int64($0.count) }
            )
            #expect(unpack(packed.bytes) == packed)
        }
    }

    @Test func `has the price of a sale while it lasts, and the usual one as the previous price`() {
        var fallen = ItemHistory.none
        (fallen.wasPrice, fallen.priceFellAt) = (900, 5)
        for history in [.none, fallen] {
            var item = Self.full
            item.price = Money(amount: 500, currency: "EUR")
            item.previousPrice = 600
            item.sale = Sale(price: 400, from: 10, until: 20)
            let packed = PackedItem(item: item, arrival: 1, collectionArrivals: [2, 3], history: history)
            var bytes = packed.bytes
            for (now, prices, end) in [
                (9, [500, 600], 10), (10, [400, 500], 20), (19, [400, 500], 20), (20, [500, 600], .distantFuture),
                (0, [500, 600], 10),
            ] as [(Instant, [Int64], Instant)] {
                // The prices of another time are replaced.
                let next = PackedItem.pricing(bytes.span, at: now)
                bytes = next.bytes
                #expect(next.until == end)
                #expect(viewed(bytes, Self.kind)?.price == Money(amount: prices[0], currency: "EUR"))
                #expect(viewed(bytes, Self.kind)?.previousPrice == prices[1])
                #expect(unpack(bytes) == packed)
                #expect(PackedItem.history(in: bytes.span) == (history == .none ? nil : history))
                #expect(PackedItem.startsAt(in: bytes.span) == item.startsAt)
            }
            item.sale = Sale(price: 400)
            let always = PackedItem(item: item, arrival: 1, collectionArrivals: [2, 3]).bytes
            #expect(PackedItem.pricing(always.span, at: .distantFuture - 1).until == .distantFuture)
            #expect(viewed(PackedItem.pricing(always.span, at: 0).bytes, Self.kind)?.price?.amount == 400)
        }
    }

    @Test func `has the same bytes in whatever order its attributes were added`() {
        var other = Self.full
        other.attributes = [:]
        for (name, value) in Self.full.attributes.sorted(by: { $0.key > $1.key }) { other.attributes[name] = value }
        #expect(
            PackedItem(item: other, arrival: 1, collectionArrivals: [2, 3]).bytes
                == PackedItem(item: Self.full, arrival: 1, collectionArrivals: [2, 3]).bytes
        )
    }

    @Test func `is refused if its bytes are truncated, extended or of another format`() {
        let bytes = PackedItem(item: Self.full, arrival: 1, collectionArrivals: [2, 3]).bytes
        #expect(bytes.indices.allSatisfy { unpack(Array(bytes.prefix($0))) == nil })
        #expect(bytes.indices.allSatisfy { viewed(Array(bytes.prefix($0)), Self.kind) == nil })
        for other in [bytes + [0], [2] + bytes.dropFirst()] {
            #expect(unpack(other) == nil)
            #expect(viewed(other, Self.kind) == nil)
        }
    }

    @Test func `never traps for damaged bytes`() {
        let bytes = PackedItem(item: Self.full, arrival: 1, collectionArrivals: [2, 3]).bytes
        for index in bytes.indices {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var damaged = bytes
                damaged[index] = value
                _ = viewed(damaged, Self.kind)
                if let packed = unpack(damaged) {
                    #expect(packed.collectionArrivals.count == packed.item.collections.count)
                }
            }
        }
    }

    @Test func `keeps its places while it exists and while it stays in a collection`() {
        var next: Int64 = 10
        var item = CatalogueItem(id: .init(kind: "product", id: "x"), title: "X", collections: ["a", "b", "a"])
        let first = PackedItem(item, succeeding: nil, nextArrival: &next, at: 0)
        #expect(first.arrival == 10)
        #expect(first.item.collections == ["a", "b"])
        #expect(first.collectionArrivals == [11, 12])
        item.collections = ["b", "c"]
        let second = PackedItem(item, succeeding: first, nextArrival: &next, at: 0)
        #expect(second.arrival == 10)
        #expect(second.collectionArrivals == [12, 13])
        item.collections = ["a", "b"]
        let third = PackedItem(item, succeeding: second, nextArrival: &next, at: 0)
        #expect(third.collectionArrivals == [14, 12])
    }
}

@Suite struct `A packed search` {
    static let full = UserSearch(
        kind: "listing",
        filter: ItemFilter(
            market: "toledo",
            brand: "b",
            category: "c",
            collection: "d",
            place: Coordinate(latitude: 41, longitude: -83).map { Area(center: $0, radius: 500) },
            price: ClosedInterval(min: 5, max: nil),
            currency: "USD",
            attributes: [
                "type": .anyOf(["house", "studio"]), "bedrooms": .range(ClosedInterval(min: 3)), "lift": .flag(false),
            ]
        )
    )

    @Test func `is read back as it was written`() {
        for search in [Self.full, UserSearch(filter: ItemFilter())] {
            let bytes = search.packed
            #expect(UserSearch(packed: bytes.span) == search)
        }
    }

    @Test func `is refused if its bytes are truncated or extended`() {
        let bytes = Self.full.packed
        #expect(bytes.indices.allSatisfy { UserSearch(packed: Array(bytes.prefix($0)).span) == nil })
        #expect(UserSearch(packed: (bytes + [0]).span) == nil)
    }
}
