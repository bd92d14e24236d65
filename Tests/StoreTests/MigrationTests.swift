import Testing

@testable import Catalogue

/// Guards the migration from separate tables for listings, products and users.
@Suite struct `A store of listings and products` {
    @Test(arguments: Engine.all) func `becomes items with all their values`(engine: Engine) async throws {
        let store = try engine.makeEarlierPlace().open()
        let items = try await store.contents().items.mapValues(\.item)
        #expect(try await store.itemCounts() == ["listing": 16, "product": 4])
        for expected in try [house(), odd(), quoted(), shoes()] { #expect(items[expected.id] == expected) }
        #expect(items[id("sold")]?.status == .sold && items[id("hidden")]?.status == .hidden)
        let types = [
            "house", "townhouse", "apartment", "studio", "duplex", "penthouse", "land", "commercial", "other",
        ]
        for (number, type) in types.enumerated() where number != 1 {
            #expect(items[id("l\(number)")]?.attributes == ["type": .text(type)])
        }
        let version = store.itemVersion
        #expect(try await store.upsert(Array(items.values)).allSatisfy { $0 == .unchanged })
        #expect(store.itemVersion == version)
    }

    @Test(arguments: Engine.all) func `keeps the order of arrival and that of collections`(
        engine: Engine
    ) async throws {
        let store = try engine.makeEarlierPlace().open()
        let ids = arrivalOrder(try await store.contents().items.values)
        #expect(ids.filter { $0.kind == "product" }.map(\.id) == ["b", "a", "c", "shoes"])
        let listings = ["x", "z", "y", "house", "odd", "quoted", "sold", "hidden", "l0"] + (2...8).map { "l\($0)" }
        #expect(ids.filter { $0.kind == "listing" }.map(\.id) == listings)
        #expect(try await store.ids(of: "k") == ["a", "c", "b"])
        #expect(try await store.ids(of: "l") == ["a", "c"])
        _ = try await store.upsert([item("new", in: ["k", "l"])])
        #expect(try await store.idsByArrival().last == "new")
        for collection in ["k", "l"] { #expect(try await store.ids(of: collection).last == "new") }
    }

    @Test(arguments: Engine.all) func `keeps searches and opened items of users, latest first`(
        engine: Engine
    ) async throws {
        let store = try engine.makeEarlierPlace().open()
        let record = try await store.state(of: user("u")).record
        #expect(record.lastSearch == (try searchOfU()))
        #expect(record.opened == [id("l2"), id("a", kind: "product"), id("l0")])
        #expect(try await store.state(of: user("v")).record.opened == [id("l3"), id("a", kind: "product"), id("l2")])
        let unconditional = UserRecord(lastSearch: UserSearch(filter: ItemFilter()), opened: [])
        #expect(try await store.state(of: user("w")).record == unconditional)
        // This user's only opened item was removed.
        #expect(try await store.state(of: user("x")).record == .empty)
        let openedBy = try await store.contents().items.mapValues(\.openedBy).filter { $0.value > 0 }
        #expect(openedBy == [id("l2"): 2, id("l0"): 1, id("l3"): 1, id("a", kind: "product"): 2])
    }

    @Test(arguments: Engine.all) func `counts for an item only the records that contain it`(engine: Engine) async throws
    {
        let place = try engine.makeEarlierPlace()
        try place.execute(try manyOpened(engine))
        let store = try place.open()
        let record = try await store.state(of: user("many")).record
        #expect(record.opened.count == UserRecord.openedLimit && record.opened.contains(id("b", kind: "product")))
        let counted = try await store.contents().items.filter { $0.key.id.hasPrefix("many") && $0.value.openedBy == 1 }
        #expect(Set(counted.keys).union([id("b", kind: "product")]) == Set(record.opened))
        #expect(try await store.itemCounts()["listing"] == 16 + 5_000)
    }

    @Test(arguments: Engine.all) func `keeps unsent feedback and its positions`(
        engine: Engine
    ) async throws {
        let store = try engine.makeEarlierPlace().open()
        #expect(try await store.signingKey() == Array(0..<32))
        #expect(try await store.acknowledgedPosition() == 1)
        let events = try await store.events(after: 1, limit: 99)
        #expect(events == (try await store.events(after: 0, limit: 99)))
        let a = opened("a", kind: "product")
        let expected: [(String, UserAction)] = [
            ("u", .searched(try searchOfU())), ("u", opened("l0")), ("u", opened("l1")), ("u", a), ("u", opened("l2")),
            ("v", opened("l2")), ("v", a), ("v", opened("l3")), ("w", .searched(UserSearch(filter: ItemFilter()))),
            ("x", opened("l1")),
        ]
        #expect(events.map(\.user.rawValue) == expected.map(\.0) && events.map(\.action) == expected.map(\.1))
        #expect(events.map(\.position) == Array(2...11) && events.allSatisfy { $0.at == now })
        try await store.append([search("oslo")], by: user("u"), at: now)
        #expect(try await store.events(after: 11, limit: 9).count == 1)
    }

    @Test(arguments: Engine.all) func `reuses no position after all feedback was sent`(
        engine: Engine
    ) async throws {
        let place = try engine.makeEarlierPlace()
        try place.execute("DELETE FROM feedback")
        let store = try place.open()
        #expect(try await store.acknowledgedPosition() == 11)
        try await store.append([search("oslo")], by: user("u"), at: now)
        #expect(try await store.events(after: 11, limit: 9).count == 1)
    }

    @Test(
        arguments: Engine.all,
        [
            ("listing", "type = 77", "type = 8"), ("listing", "images = '9:x'", "images = '0:,4:1:x,,2:ü'"),
            ("search", "types = 1024", "types = 65"),
        ]
    )
    func `is converted completely or not at all`(
        engine: Engine,
        damage: (table: String, damaged: String, mended: String)
    ) async throws {
        let place = try engine.makeEarlierPlace()
        let (schema, row) = (try place.schema(), damage.table == "listing" ? "id = 'odd'" : "market = 'oslo'")
        try place.execute("UPDATE \(damage.table) SET \(damage.damaged) WHERE \(row)")
        #expect {
            try place.open()
        } throws: { error in
            if case .defect? = error as? StoreError { true } else { false }
        }
        #expect(try place.schema() == schema)
        try place.execute("UPDATE \(damage.table) SET \(damage.mended) WHERE \(row)")
        let store = try place.open()
        #expect(try await store.contents().items[id("odd")]?.item == odd())
        #expect(try await store.state(of: user("u")).record.lastSearch == searchOfU())
    }

    @Test(arguments: Engine.all) func `ends with exactly the tables and indexes of a new store`(
        engine: Engine
    ) throws {
        let (earlier, new) = (try engine.makeEarlierPlace(), try engine.makePlace())
        _ = (try earlier.open(), try new.open())
        #expect(try earlier.schema() == new.schema())
        #expect(try !new.schema().contains { $0.contains("listing") })
    }

    @Test(arguments: Engine.all) func `is converted once by several stores that open it together`(engine: Engine)
        async throws
    {
        let place = try engine.makeEarlierPlace()
        let stores = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try place.open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(stores.map(\.itemVersion)).count == 1)
        let contents = try await stores[0].contents()
        #expect(contents.items.count == 20 && contents.version == stores[0].itemVersion)
        let changes = try await stores[3].changes(since: contents.version)
        #expect(changes?.version == contents.version && changes?.changed.isEmpty == true)
    }

    /// 5,000 listings, of which one user opened 1,005, and then a product.
    private func manyOpened(_ engine: Engine) throws -> String {
        let (numbers, openings) =
            engine.description == "SQLite"
            ? (
                "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)",
                """
                INSERT INTO listing (id, revision, status, opened_by, type, price, listed_at, market, currency, title, images)
                    \("NUMBERS") SELECT 'many' || n, n, 0, n <= 1005, 0, 1, n, 'a', 'USD', '', '' FROM numbers;
                INSERT INTO user VALUES (99, 'many');
                INSERT INTO opened SELECT 99, 0, key, listed_at FROM listing WHERE id LIKE 'many%' AND opened_by = 1;
                INSERT INTO opened SELECT 99, 1, key, 1 FROM product WHERE id = 'b';
                """
            )
            : (
                "",
                """
                INSERT INTO listing (key, id, revision, status, type, price, listed_at, market, currency, title, images)
                    SELECT nextval('item_key'), 'many' || n, n, 0, 0, 1, n, 'a', 'USD', '', ''
                    FROM generate_series(1, 5000) AS numbers (n);
                INSERT INTO opened (user_id, item, kind)
                    SELECT 'many', key, 0 FROM listing WHERE id LIKE 'many%' AND listed_at <= 1005 ORDER BY listed_at;
                INSERT INTO opened (user_id, item, kind) SELECT 'many', key, 1 FROM product WHERE id = 'b';
                """
            )
        return openings.replacing("NUMBERS", with: numbers)
    }

    // MARK: The content of the fixture

    private func house() throws -> CatalogueItem {
        CatalogueItem(
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
                "type": .text("penthouse"), "bedrooms": .number(3), "bathrooms": .number(1.5), "area": .number(82.25),
            ]
        )
    }

    private func odd() throws -> CatalogueItem {
        CatalogueItem(
            id: id("odd"),
            title: "",
            images: ["", "1:x,", "ü"],
            price: Money(amount: .max, currency: "JPY"),
            place: try coordinate(-90, 180),
            // The listing has an empty address, and the maximum as its expiry; the item has neither.
            market: "a",
            listedAt: .min,
            attributes: [
                "type": .text("other"), "bedrooms": .number(0), "bathrooms": .number(0.1), "area": .number(0.1 + 0.2),
            ]
        )
    }

    private func quoted() throws -> CatalogueItem {
        CatalogueItem(
            id: id("quoted"),
            title: "'\u{10FFFD}\\\"\t\n;--",
            price: Money(amount: 0, currency: "USD"),
            place: try coordinate(1e-13, -180),
            market: "a",
            attributes: ["type": .text("house"), "bathrooms": .number(0)]
        )
    }

    private func shoes() throws -> CatalogueItem {
        CatalogueItem(
            id: id("shoes", kind: "product"),
            title: "Shoes",
            images: ["https://example.org/s.jpg"],
            price: Money(amount: 2_000, currency: "USD"),
            brand: Brand(id: "ami", name: "AMI Paris"),
            category: "sneakers",
            collections: ["sale", "new"]
        )
    }

    private func searchOfU() throws -> UserSearch {
        UserSearch(
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
    }
}
