import Catalogue
import Testing

@testable import SQLiteStore

/// Files that `SQLiteStore` wrote, opened by `SQLiteCatalogueStore`.
@Suite struct `An SQLite store's file of listings and products` {
    private let place: TemporaryFile

    init() throws { place = try TemporaryFile() }

    private func openListings() throws -> SQLiteStore { try SQLiteStore(path: place.path, readers: 1) { now } }

    private func listing(_ id: String, status: ListingStatus = .active, bedrooms: Int? = nil) -> Listing {
        Listing(
            id: id,
            title: "House \(id)",
            type: .land,
            price: Money(amount: 1, currency: "USD"),
            bedrooms: bedrooms,
            market: "oslo",
            listedAt: 7,
            status: status
        )
    }

    private func product(_ id: String, in collections: [String] = []) -> Product {
        let brand = Brand(id: "ami", name: "AMI")
        return Product(
            id: id,
            title: "Shoes",
            brand: brand,
            price: Money(amount: 2, currency: "EUR"),
            collections: collections
        )
    }

    @Test func `becomes items with all their values`() async throws {
        let house = Listing(
            id: "house",
            title: "Casa 🏡",
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
        try await { () async throws in
            let old = try openListings()
            _ = try await old.upsert([house, listing("sold", status: .sold), listing("hidden", status: .hidden)])
            _ = try await old.upsert([shoes])
        }()
        let items = try await place.open().contents().items.mapValues(\.item)
        #expect(items.count == 4)
        #expect(
            items[id("house")]
                == CatalogueItem(
                    id: id("house"),
                    title: "Casa 🏡",
                    images: ["https://example.org/1.jpg", "https://example.org/2.jpg"],
                    price: Money(amount: 12_345, currency: "EUR"),
                    place: try coordinate(39.47, -0.376),
                    address: "Carrer de la Pau 1",
                    market: "valencia",
                    listedAt: 1_699_999_999,
                    expiresAt: 1_800_000_000,
                    attributes: [
                        "type": .text("penthouse"), "bedrooms": .number(3), "bathrooms": .number(1.5),
                        "area": .number(82.25),
                    ]
                )
        )
        #expect(items[id("sold")]?.status == .sold && items[id("hidden")]?.status == .hidden)
        #expect(items[id("sold")]?.attributes == ["type": .text("land")])
        #expect(
            items[id("shoes", kind: "product")]
                == CatalogueItem(
                    id: id("shoes", kind: "product"),
                    title: "Shoes",
                    images: ["https://example.org/s.jpg"],
                    price: Money(amount: 2_000, currency: "USD"),
                    brand: Brand(id: "ami", name: "AMI Paris"),
                    category: "sneakers",
                    collections: ["sale", "new"]
                )
        )
    }

    @Test func `keeps the order of arrival and that of collections`() async throws {
        try await { () async throws in
            let old = try openListings()
            _ = try await old.upsert([product("b", in: ["k"]), product("a", in: ["l", "k"]), product("c", in: ["k"])])
            _ = try await old.upsert([product("b"), product("c", in: ["k", "l"])])
            _ = try await old.upsert([product("b", in: ["k"])])
            _ = try await old.upsert([listing("y"), listing("x"), listing("z")])
            _ = try await old.remove(listings: ["y"])
            _ = try await old.upsert([listing("y")])
        }()
        let store = try place.open()
        #expect(try await store.idsByArrival() == ["x", "z", "y", "b", "a", "c"])
        #expect(try await store.ids(of: "k") == ["a", "c", "b"])
        #expect(try await store.ids(of: "l") == ["a", "c"])
        _ = try await store.upsert([item("new", in: ["k", "l"])])
        #expect(try await store.idsByArrival().last == "new")
        #expect(try await store.ids(of: "k").last == "new")
        #expect(try await store.ids(of: "l").last == "new")
        #expect(
            try await store.upsert([CatalogueItem(listing("x")), CatalogueItem(product("c", in: ["k", "l"]))])
                == [.unchanged, .unchanged]
        )
    }

    @Test func `keeps what users searched and opened`() async throws {
        let criteria = SearchCriteria(
            market: "oslo",
            types: [.house, .land],
            price: ClosedInterval(min: 5),
            bedrooms: ClosedInterval(min: 2, max: 4),
            bathrooms: ClosedInterval(max: 1.5),
            area: ClosedInterval(min: 50.5),
            place: Area(center: try coordinate(1, 2), radius: 300)
        )
        try await { () async throws in
            let old = try openListings()
            _ = try await old.upsert((0..<4).map { listing("l\($0)") })
            _ = try await old.upsert([product("p0"), product("p1")])
            try await old.record(SearchCriteria(market: "earlier"), by: user("u"))
            try await old.record(criteria, by: user("u"))
            let listings = (0..<3).map { ItemID(kind: .listing, id: "l\($0)") }
            try await old.recordOpened(listings + [ItemID(kind: .product, id: "p0")], by: user("u"))
            try await old.recordOpened([ItemID(kind: .listing, id: "l2")], by: user("v"))
            try await old.recordOpened(
                [ItemID(kind: .product, id: "p0"), ItemID(kind: .listing, id: "l3")],
                by: user("v")
            )
            try await old.record(SearchCriteria(), by: user("w"))
            _ = try await old.remove(listings: ["l1"])
        }()
        let store = try place.open()
        let history = try await store.history(of: user("u"))
        #expect(
            history.lastSearch
                == UserSearch(
                    kind: "listing",
                    filter: ItemFilter(
                        market: "oslo",
                        place: Area(center: try coordinate(1, 2), radius: 300),
                        price: ClosedInterval(min: 5),
                        attributes: [
                            "type": .anyOf(["house", "land"]), "bedrooms": .range(ClosedInterval(min: 2, max: 4)),
                            "bathrooms": .range(ClosedInterval(max: 1.5)), "area": .range(ClosedInterval(min: 50.5)),
                        ]
                    )
                )
        )
        #expect(history.opened == [id("l2"), id("p0", kind: "product"), id("l0")])
        #expect(try await store.history(of: user("v")).opened == [id("l3"), id("p0", kind: "product"), id("l2")])
        let unconditional = UserHistory(lastSearch: UserSearch(filter: ItemFilter()), opened: [])
        #expect(try await store.history(of: user("w")) == unconditional)
        let openedBy = try await store.contents().items.mapValues(\.openedBy)
        #expect(openedBy[id("l2")] == 2 && openedBy[id("l0")] == 1 && openedBy[id("l3")] == 1)
        #expect(openedBy[id("p0", kind: "product")] == 2 && openedBy[id("p1", kind: "product")] == 0)
    }

    @Test func `counts for an item only the records that hold it`() async throws {
        let names = (0..<UserHistory.openedLimit + 5).map { "l\($0)" }
        try await { () async throws in
            let old = try openListings()
            _ = try await old.upsert(names.map { listing($0) })
            _ = try await old.upsert([product("p")])
            let opened = names.map { ItemID(kind: .listing, id: $0) } + [ItemID(kind: .product, id: "p")]
            try await old.recordOpened(opened, by: user("u"))
        }()
        let store = try place.open()
        let record = try await store.history(of: user("u"))
        #expect(record.opened.count == UserHistory.openedLimit && record.opened.contains(id("p", kind: "product")))
        let counted = try await store.contents().items.filter { $0.value.openedBy == 1 }.keys
        #expect(Set(counted) == Set(record.opened))
    }

    @Test func `keeps the feedback that is still to be sent, and its positions`() async throws {
        let (key, feedback) = try await { () async throws in
            let old = try openListings()
            _ = try await old.upsert([listing("a")])
            _ = try await old.upsert([product("p")])
            try await old.record(SearchCriteria(market: "sent"), by: user("u"))
            try await old.recordOpened([ItemID(kind: .listing, id: "a")], by: user("u"))
            let sent = try await old.feedback(limit: 1)
            try await old.acknowledgeFeedback(through: sent[0].position)
            try await old.recordOpened([ItemID(kind: .product, id: "p")], by: user("v"))
            try await old.record(SearchCriteria(types: [.house]), by: user("v"))
            return (try await old.sealingKey(), try await old.feedback(limit: 9))
        }()
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
    }

    @Test func `gives no position again where all feedback was sent`() async throws {
        let last = try await { () async throws in
            let old = try openListings()
            try await old.record(SearchCriteria(), by: user("u"))
            let last = try await old.feedback(limit: 9)[0].position
            try await old.acknowledgeFeedback(through: last)
            return last
        }()
        let store = try place.open()
        #expect(try await store.acknowledgedPosition() == last)
        try await store.append([search("oslo")], by: user("u"), at: now)
        #expect(try await store.events(after: last, limit: 9).count == 1)
    }

    @Test func `is converted wholly or not at all`() async throws {
        try await { () async throws in
            let old = try openListings()
            _ = try await old.upsert([listing("a"), listing("b")])
            try await old.writer.withConnection { (connection) throws(StoreError) in
                try connection.execute("UPDATE listing SET type = 77 WHERE id = 'b'")
            }
        }()
        #expect(throws: StoreError.self) { try place.open() }
        try await { () async throws in
            let old = try openListings()
            #expect(try await old.counts().listings == 2)
            try await old.writer.withConnection { (connection) throws(StoreError) in
                try connection.execute("UPDATE listing SET type = 0 WHERE id = 'b'")
            }
        }()
        #expect(try await place.open().itemCounts() == ["listing": 2])
    }

    @Test func `is refused by an older Hearth once it is converted`() throws {
        _ = try place.open()
        let known = Schema.Tables.listings.migrations.count
        #expect(throws: StoreError.newerSchema(found: known + 1, known: known)) { try openListings() }
        #expect(throws: StoreError.newerSchema(found: known + 1, known: known)) { try StoredTables(path: place.path) }
    }

    @Test func `leaves no table behind`() throws {
        _ = try openListings()
        _ = try place.open()
        var tables: Set<String> = []
        try Connection(path: place.path, access: .read, tables: .items)
            .statement("SELECT name FROM sqlite_schema WHERE type = 'table'").forEach { row in
                tables.insert(row.text(0))
                return true
            }
        #expect(tables == ["item", "tombstone", "user", "event", "store", "sqlite_sequence"])
    }
}
