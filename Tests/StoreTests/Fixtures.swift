import Testing

@testable import Catalogue

func id(_ id: String, kind: String = "listing") -> CatalogueItem.ID { .init(kind: kind, id: id) }

func user(_ id: String) throws -> UserID { try #require(UserID(id)) }

func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
}

func item(
    _ name: String,
    kind: String = "listing",
    title: String = "A house",
    in collections: [String] = []
) -> CatalogueItem {
    CatalogueItem(id: id(name, kind: kind), title: title, market: "toledo", collections: collections)
}

func search(_ market: String) -> UserAction { .searched(UserSearch(filter: ItemFilter(market: market))) }

func opened(_ name: String, kind: String = "listing") -> UserAction { .opened(id(name, kind: kind)) }

/// An item with a value in every field.
func fullItem() throws -> CatalogueItem {
    CatalogueItem(
        id: id("full"),
        title: "Casa, 3 habitaciones 🏡",
        subtitle: "Luminosa",
        images: ["https://example.org/1.jpg", "https://example.org/2.jpg"],
        href: "/l/full",
        price: Money(amount: 12_345_600, currency: "EUR"),
        previousPrice: 13_000_000,
        place: try coordinate(39.47, -0.376),
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
}

/// A search with a value in every field.
func fullSearch() throws -> UserSearch {
    UserSearch(
        kind: "restaurant",
        filter: ItemFilter(
            market: "valencia",
            brand: "b",
            category: "tapas",
            collection: "new",
            place: Area(center: try coordinate(-1.5, 179.25), radius: 500.5),
            price: ClosedInterval(min: 1_000, max: 2_000),
            currency: "EUR",
            attributes: [
                "rating": .range(ClosedInterval(min: 4)), "cuisine": .anyOf(["thai", "tapas"]), "terrace": .flag(true),
            ]
        )
    )
}

extension UserEventStore {
    /// The position of the last event in the log; 0 if there is none.
    func lastPosition() async throws(StoreError) -> Int64 {
        try await events(after: 0, limit: 1_000).last?.position ?? 0
    }

    /// Appends actions that happen at the time of the call.
    @discardableResult
    func append(_ actions: [UserAction], by user: UserID, at now: Instant) async throws(StoreError) -> BatchOutcome {
        try await append(EventBatch(actions, at: now), by: user, at: now)
    }
}

extension UserRecord {
    /// A record of items that were opened at one time, the latest first.
    init(lastSearch: UserSearch? = nil, opened: [CatalogueItem.ID], at time: Instant) {
        self.init(lastSearch: lastSearch)
        openings = RecentList(opened, at: opened.map { _ in time })
        seen = opened.map { SeenItem(id: $0, at: time, price: nil) }
    }
}

/// An item as a store returns it.
struct StoredItem: Hashable {
    let packed: PackedItem
    let openedBy: UInt32
    var item: CatalogueItem { packed.item }
}

/// The result of reading changes.
struct Changes {
    var changed: [CatalogueItem.ID: StoredItem] = [:]
    var removed: Set<CatalogueItem.ID> = []
    var version = ItemVersion(history: 0, number: 0)
}

extension ItemStore {
    /// All items and their version.
    func contents() async throws -> (items: [CatalogueItem.ID: StoredItem], version: ItemVersion) {
        var items: [CatalogueItem.ID: StoredItem] = [:]
        var damaged = 0
        let version = try await readAll { bytes, openedBy in
            guard let packed = PackedItem(bytes), items[packed.item.id] == nil else { return damaged += 1 }
            items[packed.item.id] = StoredItem(packed: packed, openedBy: openedBy)
        }
        #expect(damaged == 0, "unreadable or repeated items")
        return (items, version)
    }

    /// The changes since `version`, or `nil`.
    func changes(since version: ItemVersion) async throws -> Changes? {
        var changes = Changes()
        var damaged = 0
        let reached = try await readChanges(since: version) { bytes, openedBy in
            guard let packed = PackedItem(bytes), changes.changed[packed.item.id] == nil else { return damaged += 1 }
            changes.changed[packed.item.id] = StoredItem(packed: packed, openedBy: openedBy)
        } removed: { id in
            changes.removed.insert(id)
        }
        #expect(damaged == 0, "unreadable or repeated items")
        guard let reached else {
            #expect(changes.changed.isEmpty && changes.removed.isEmpty)
            return nil
        }
        changes.version = reached
        return changes
    }

    /// The number of items of each kind.
    func itemCounts() async throws -> [String: Int] {
        Dictionary(grouping: try await contents().items.keys, by: \.kind).mapValues(\.count)
    }

    /// The ids of all items in order of arrival.
    func idsByArrival() async throws -> [String] { arrivalOrder(try await contents().items.values).map(\.id) }

    /// The ids of a collection's items in their order.
    func ids(of collection: String) async throws -> [String] {
        collectionOrder(collection, try await contents().items.values).map(\.id)
    }

    /// The number of users who opened the item.
    func openedBy(_ id: CatalogueItem.ID) async throws -> UInt32? { try await contents().items[id]?.openedBy }
}

func arrivalOrder(_ items: some Collection<StoredItem>) -> [CatalogueItem.ID] {
    #expect(Set(items.map(\.packed.arrival)).count == items.count, "places of arrival are unique")
    return items.sorted { $0.packed.arrival < $1.packed.arrival }.map(\.item.id)
}

func collectionOrder(_ collection: String, _ items: some Collection<StoredItem>) -> [CatalogueItem.ID] {
    let places = items.compactMap { item in
        item.item.collections.firstIndex(of: collection).map {
            (place: item.packed.collectionArrivals[$0], id: item.item.id)
        }
    }
    #expect(Set(places.map(\.place)).count == places.count, "places in \(collection) are unique")
    return places.sorted { $0.place < $1.place }.map(\.id)
}
