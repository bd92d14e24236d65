import Catalogue
import DatabaseServer
import Foundation
import PostgreSQLStore
import Testing

/// Databases that `PostgreSQLStore` filled, opened by `PostgreSQLCatalogueStore`.
@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(5)))
struct `A PostgreSQL database of listings and products` {
    private let place: Database

    init() throws { place = try Database() }

    private func openListings() throws -> PostgreSQLStore { try PostgreSQLStore(place.address) { now } }

    private func listing(_ id: String, status: ListingStatus = .active) -> Listing {
        Listing(
            id: id,
            title: "House \(id)",
            type: .land,
            price: Money(amount: 1, currency: "USD"),
            market: "oslo",
            listedAt: 7,
            status: status
        )
    }

    private func product(_ id: String, in collections: [String] = []) -> Product {
        Product(
            id: id,
            title: "Shoes",
            brand: Brand(id: "ami", name: "AMI"),
            price: Money(amount: 2, currency: "EUR"),
            collections: collections
        )
    }

    @Test func `becomes items with all their values`() async throws {
        let house = Listing(
            id: "house",
            title: "Casa \0 🏡",
            type: .penthouse,
            price: Money(amount: 12_345, currency: "EUR"),
            bedrooms: 3,
            bathrooms: 1.5,
            area: 82.25,
            place: try coordinate(39.47, -0.376),
            address: "Carrer de la Pau 1",
            market: "valencia",
            listedAt: 1_699_999_999,
            expiresAt: 1_800_000_000,
            images: ["https://example.org/1.jpg", "https://example.org/2.jpg"]
        )
        let shoes = Product(
            id: "shoes",
            title: "Shoes",
            brand: Brand(id: "ami", name: "AMI Paris"),
            price: Money(amount: 2_000, currency: "USD"),
            category: "sneakers",
            image: "https://example.org/s.jpg",
            collections: ["sale", "new"]
        )
        let others = [listing("sold", status: .sold), listing("hidden", status: .hidden)]
        // More than are read at a time.
        let many = (0..<4_500).map { listing("l\($0)") }
        let old = try openListings()
        _ = try await old.upsert([house] + others + many)
        _ = try await old.upsert([shoes])
        let store = try place.openPostgreSQL()
        let items = try await store.contents().items.mapValues(\.item)
        let expected = ([house] + others + many).map { CatalogueItem($0) } + [CatalogueItem(shoes)]
        #expect(items == Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0) }))
        #expect(items[id("sold")]?.status == .sold && items[id("house")]?.attributes["bedrooms"] == .number(3))
        #expect(try await store.itemCounts() == ["listing": 4_503, "product": 1])
        let version = store.itemVersion
        #expect(try await store.upsert(many.map { CatalogueItem($0) }).allSatisfy { $0 == .unchanged })
        #expect(store.itemVersion == version)
    }

    @Test func `keeps the order of arrival and that of collections`() async throws {
        let old = try openListings()
        _ = try await old.upsert([product("b", in: ["k"]), product("a", in: ["l", "k"]), product("c", in: ["k"])])
        _ = try await old.upsert([product("b"), product("c", in: ["k", "l"])])
        _ = try await old.upsert([product("b", in: ["k"])])
        _ = try await old.upsert([listing("y"), listing("x"), listing("z")])
        _ = try await old.remove(listings: ["y"])
        _ = try await old.upsert([listing("y")])
        let store = try place.open()
        #expect(try await store.idsByArrival() == ["b", "a", "c", "x", "z", "y"])
        #expect(try await store.ids(of: "k") == ["a", "c", "b"])
        #expect(try await store.ids(of: "l") == ["a", "c"])
        _ = try await store.upsert([item("new", in: ["k", "l"])])
        #expect(try await store.idsByArrival().last == "new")
        #expect(try await store.ids(of: "k").last == "new")
        #expect(
            try await store.upsert([CatalogueItem(listing("x")), CatalogueItem(product("c", in: ["k", "l"]))])
                == [.unchanged, .unchanged]
        )
    }

    @Test func `keeps what users searched and opened, the latest first`() async throws {
        let criteria = SearchCriteria(
            market: "oslo",
            types: [.house, .land],
            price: ClosedInterval(min: 5),
            bedrooms: ClosedInterval(min: 2, max: 4),
            bathrooms: ClosedInterval(max: 1.5),
            area: ClosedInterval(min: 50.5),
            place: Area(center: try coordinate(1, 2), radius: 300)
        )
        let old = try openListings()
        _ = try await old.upsert((0..<4).map { listing("l\($0)") })
        _ = try await old.upsert([product("p0"), product("p1")])
        try await old.record(SearchCriteria(market: "earlier"), by: user("u"))
        try await old.record(criteria, by: user("u"))
        let listings = (0..<3).map { ItemID(kind: .listing, id: "l\($0)") }
        try await old.recordOpened(listings + [ItemID(kind: .product, id: "p0")], by: user("u"))
        try await old.recordOpened([ItemID(kind: .listing, id: "l2")], by: user("v"))
        try await old.recordOpened([ItemID(kind: .product, id: "p0"), ItemID(kind: .listing, id: "l3")], by: user("v"))
        try await old.record(SearchCriteria(), by: user("w"))
        _ = try await old.remove(listings: ["l1"])
        let store = try place.open()
        let history = try await store.history(of: user("u"))
        #expect(history.lastSearch == UserSearch(criteria))
        #expect(history.opened == [id("p0", kind: "product"), id("l2"), id("l0")])
        #expect(try await store.history(of: user("v")).opened == [id("l3"), id("p0", kind: "product"), id("l2")])
        #expect(
            try await store.history(of: user("w")) == UserHistory(lastSearch: UserSearch(SearchCriteria()), opened: [])
        )
        let openedBy = try await store.contents().items.mapValues(\.openedBy)
        #expect(openedBy[id("l2")] == 2 && openedBy[id("l0")] == 1 && openedBy[id("l3")] == 1)
        #expect(openedBy[id("p0", kind: "product")] == 2 && openedBy[id("p1", kind: "product")] == 0)
    }

    @Test func `counts for an item only the records that hold it`() async throws {
        let names = (0..<UserHistory.openedLimit + 5).map { "l\($0)" }
        let old = try openListings()
        _ = try await old.upsert(names.map { listing($0) })
        _ = try await old.upsert([product("p")])
        let opened = names.map { ItemID(kind: .listing, id: $0) } + [ItemID(kind: .product, id: "p")]
        try await old.recordOpened(opened, by: user("u"))
        let store = try place.open()
        let record = try await store.history(of: user("u"))
        #expect(record.opened.count == UserHistory.openedLimit && record.opened.first == id("p", kind: "product"))
        let counted = try await store.contents().items.filter { $0.value.openedBy == 1 }.keys
        #expect(Set(counted) == Set(record.opened))
    }

    @Test func `keeps the feedback that is still to be sent, and its positions`() async throws {
        let old = try openListings()
        _ = try await old.upsert([listing("a")])
        _ = try await old.upsert([product("p")])
        try await old.record(SearchCriteria(market: "sent"), by: user("u"))
        try await old.recordOpened([ItemID(kind: .listing, id: "a")], by: user("u"))
        try await old.acknowledgeFeedback(through: old.feedback(limit: 1)[0].position)
        try await old.recordOpened([ItemID(kind: .product, id: "p")], by: user("v"))
        try await old.record(SearchCriteria(types: [.house]), by: user("v"))
        let (key, feedback) = (try await old.sealingKey(), try await old.feedback(limit: 9))
        let store = try place.open()
        #expect(try await store.signingKey() == key)
        let events = try await store.events(after: store.acknowledgedPosition(), limit: 9)
        #expect(events == (try await store.events(after: 0, limit: 9)))
        let filter = ItemFilter(attributes: ["type": .anyOf(["house"])])
        #expect(
            events.map(\.action)
                == [opened("a"), opened("p", kind: "product"), .searched(UserSearch(filter: filter))]
        )
        #expect(events.map(\.position) == feedback.map(\.position))
        #expect(events.map(\.user) == feedback.map(\.user) && events.allSatisfy { $0.at == now })
        // No position is given again.
        try await store.acknowledge(through: 99)
        try await store.append([search("oslo")], by: user("u"), at: now)
        #expect(try await store.events(after: events[2].position, limit: 9).count == 1)
    }

    @Test func `is converted wholly or not at all`() async throws {
        let old = try openListings()
        _ = try await old.upsert([listing("a"), listing("b")])
        try place.server.query("UPDATE listing SET type = 77 WHERE id = 'b'", in: place.name)
        #expect(throws: StoreError.self) { try place.open() }
        #expect(try await openListings().counts().listings == 2)
        try place.server.query("UPDATE listing SET type = 0 WHERE id = 'b'", in: place.name)
        #expect(try await place.open().itemCounts() == ["listing": 2])
    }

    @Test func `is converted once by several at a time, and refused by an older Hearth then`() async throws {
        _ = try await openListings().upsert([listing("a"), listing("b")])
        let stores = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try place.openPostgreSQL() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(stores.map(\.itemVersion)).count == 1)
        let contents = try await stores[0].contents()
        #expect(contents.items.count == 2 && contents.version == stores[0].itemVersion)
        let changes = try await stores[3].changes(since: contents.version)
        #expect(changes?.version == contents.version && changes?.changed.isEmpty == true)
        #expect(throws: StoreError.newerSchema(found: 4, known: 3)) { try openListings() }
        let tables = "SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_tables WHERE schemaname = 'public'"
        #expect(
            try place.server.query(tables, in: place.name) == "app_user event item schema_version store tombstone\n"
        )
    }
}
