@testable import Catalogue
@testable import Recommendations

/// Items in a snapshot, and the questions of the tests to it.
struct SampleCatalogue {
    static let kinds = KindTable([
        Kind(
            name: "listing",
            attributes: [
                Attribute(name: "type", type: .text(values: House.Kind.allCases.map(\.rawValue))),
                Attribute(name: "bedrooms", type: .number(unit: nil)),
                Attribute(name: "bathrooms", type: .number(unit: nil)),
                Attribute(name: "area", type: .number(unit: .squareMeter)),
            ]
        ),
        Kind(name: "product", attributes: [Attribute(name: "color", type: .text(values: []))]),
        Kind(
            name: "restaurant",
            attributes: [
                Attribute(name: "rating", type: .number(unit: nil)),
                Attribute(name: "cuisine", type: .text(values: [])),
                Attribute(name: "delivery", type: .flag),
            ]
        ),
    ])

    let snapshot: CatalogueSnapshot

    init(_ items: [CatalogueItem]) {
        do {
            var builder = try SnapshotBuilder(kinds: Self.kinds, memoryLimit: 16 << 20)
            var next: Int64 = 1
            for item in items {
                try builder.add(PackedItem(item, succeeding: nil, nextArrival: &next, at: 0).bytes.span, openedBy: 0)
            }
            snapshot = try builder.snapshot(version: ItemVersion(history: 1, number: 1))
        } catch {
            fatalError("the items do not fit: \(error)")
        }
    }

    func row(_ id: String, _ kind: String = "listing") -> ItemRow { snapshot.row(of: .init(kind: kind, id: id))! }

    func ids(_ found: [RecommendedItem]) -> [String] { found.map { snapshot.id(of: $0.row).id } }

    /// The ids of the items that would be recommended to a user, in their order.
    func recommended(
        _ filter: ItemFilter? = nil,
        opened: [String] = [],
        at place: Coordinate? = nil,
        kind: String = "listing",
        of kinds: [String] = [],
        matching own: ItemFilter = ItemFilter(),
        after events: SampleEvents? = nil,
        count: Int = 10,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [String] {
        let history = UserRecord(
            lastSearch: filter.map { UserSearch(kind: kind, filter: $0) },
            opened: opened.map { CatalogueItem.ID(kind: kind, id: $0) }
        )
        let query = RecommendationQuery(record: CachedUserRecord(history), place: place, kinds: kinds, filter: own)
        return ids(recommended(query, after: events, count: count, without: excluded))
    }

    /// The items that would be recommended for a query, in their order.
    /// - Parameter events: The openings of all users; `nil` if nothing was learned.
    func recommended(
        _ query: RecommendationQuery,
        after events: SampleEvents? = nil,
        count: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        snapshot.ranking(for: query, events.map { LearnedIndex($0.model, in: snapshot) }, at: 0, without: excluded)
            .best(count, in: snapshot, at: 0)
    }
}

extension CatalogueItem {
    /// A listing, see ``House``.
    static func house(_ id: String, _ change: (inout House) -> Void = { _ in }) -> CatalogueItem {
        var house = House()
        change(&house)
        return house.item(id)
    }

    /// A red product for 20.00 of brand `b` and category `shoes`, but for the changes.
    static func product(_ id: String, _ change: (inout CatalogueItem) -> Void = { _ in }) -> CatalogueItem {
        var item = CatalogueItem(
            id: ID(kind: "product", id: id),
            title: id,
            price: Money(amount: 20_00, currency: "USD"),
            brand: Brand(id: "b", name: "B"),
            category: "shoes",
            attributes: ["color": .text("red")]
        )
        change(&item)
        return item
    }

    /// A Thai restaurant in the middle of the town that is rated 4 and delivers, but for the changes.
    static func restaurant(_ id: String, _ change: (inout CatalogueItem) -> Void = { _ in }) -> CatalogueItem {
        var item = CatalogueItem(
            id: ID(kind: "restaurant", id: id),
            title: id,
            place: .town,
            attributes: ["rating": .number(4), "cuisine": .text("thai"), "delivery": .flag(true)]
        )
        change(&item)
        return item
    }

    mutating func setPrice(_ amount: Int64, _ currency: String = "USD") {
        price = Money(amount: amount, currency: currency)
    }
}
