import Catalogue
import Testing

@Suite struct `The catalogue of a property store` {
    @Test(arguments: Engine.all) func `is empty at first`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let someone = try user("u")
        #expect(try await store.counts() == CatalogueCounts(listings: 0, products: 0, brands: 0, collections: 0))
        #expect(try await store.newest(matching: SearchCriteria(), at: now, limit: 10).isEmpty)
        #expect(try await store.nearby(Area(center: place(0, 0), radius: 1e9), at: now, limit: 10).isEmpty)
        #expect(try await store.products(ProductQuery(), limit: 10).isEmpty)
        #expect(try await store.topBrands(for: someone, limit: 10).isEmpty)
        #expect(try await store.record(of: someone) == .unknown)
        #expect(try await store.listings([ItemKey(rawValue: 1)], at: now) == [nil])
        #expect(try await store.products([ItemKey(rawValue: 1)]) == [nil])
        #expect(try await store.hits(ofListings: ["a"], at: now).isEmpty)
        #expect(try await store.opened(by: someone, among: [ItemKey(rawValue: 1)]).isEmpty)
        #expect(try await store.upsert([] as [Listing]).isEmpty)
        #expect(try await store.upsert([] as [Product]).isEmpty)
    }

    @Test(arguments: Engine.all) func `has one secret key for all who open it, even at once`(engine: Engine)
        async throws
    {
        var keys: Set<[UInt8]> = []
        for _ in 0..<5 {
            let (_, place) = try engine.make()
            let stores = try (0..<4).map { _ in try place.open() }
            let found = try await withThrowingTaskGroup { group in
                for store in stores { group.addTask { try await store.sealingKey() } }
                return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            #expect(found.count == 1)
            #expect(try await place.open().sealingKey() == found.first)
            #expect(found.first?.count == 32)
            keys.formUnion(found)
        }
        #expect(keys.count == 5)
    }

    @Test(arguments: Engine.all) func `gives back every value of a listing as it was given`(engine: Engine) async throws
    {
        let (store, _) = try engine.make()
        let full = Listing(
            id: "a~!@#|\"'",
            title: "Château d’Élégance 🏡 e\u{301} \u{0}\n|,:",
            type: .penthouse,
            price: Money(amount: .max, currency: "JPY"),
            bedrooms: .max,
            bathrooms: 2.5,
            area: 0.1 + 0.2,
            place: try place(-90, 179.999_999_999_999_9),
            address: "",
            market: "αθήνα",
            listedAt: .min,
            images: ["", "https://a/1,2:3", "12:é🏡", "\n"]
        )
        var bare = listing("b", title: "")
        bare.price = Money(amount: .min, currency: "")
        #expect(try await store.upsert([full, bare]) == [.added, .added])
        let hits = try await store.hits(ofListings: ["b", "nobody", full.id], at: now)
        let found = try await store.listings(of: hits)
        #expect(found == [bare, full])
        // Swift takes "é" and "e" with an accent for equal; a store has to keep the bytes.
        #expect(found.last.map { Array($0.title.utf8) } == Array(full.title.utf8))
    }

    @Test(arguments: Engine.all) func `gives back every value of a product as it was given`(engine: Engine) async throws
    {
        let (store, _) = try engine.make()
        let full = Product(
            id: "p",
            title: "Robe « été »",
            brand: Brand(id: "cdg", name: "Comme des Garçons"),
            price: Money(amount: 1, currency: "BHD"),
            category: "dresses",
            image: "https://a/é",
            collections: ["z", "a", "m"]
        )
        #expect(try await store.upsert([full, product("q")]) == [.added, .added])
        let keys = try await store.products(ProductQuery(), limit: 2).map(\.key)
        #expect(try await store.products(keys) == [full, product("q")])
        #expect(try await store.products([keys[1], ItemKey(rawValue: -1), keys[0]]) == [product("q"), nil, full])
    }

    @Test(arguments: Engine.all) func `says what an upsert did to each item`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        #expect(try await store.upsert([listing("a"), listing("b")]) == [.added, .added])
        let again = [listing("a"), listing("b", price: 5), listing("c")]
        #expect(try await store.upsert(again) == [.unchanged, .changed, .added])
        #expect(try await store.upsert(again) == [.unchanged, .unchanged, .unchanged])
        #expect(try await store.counts().listings == 3)

        #expect(try await store.upsert([product("p", in: ["x"])]) == [.added])
        #expect(try await store.upsert([product("p", in: ["x"])]) == [.unchanged])
        #expect(try await store.upsert([product("p", in: ["x", "y"])]) == [.changed])
        #expect(try await store.upsert([product("p", in: ["y", "x"])]) == [.changed])
        #expect(try await store.upsert([product("p", category: "shoes", in: ["y", "x"])]) == [.changed])
    }

    @Test(arguments: Engine.all) func `takes every field for content`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        var item = listing("a")
        _ = try await store.upsert([item])
        let changes: [(inout Listing) throws -> Void] = [
            { $0.title = "Another" }, { $0.type = .land }, { $0.price = Money(amount: 1, currency: "USD") },
            { $0.price = Money(amount: 1, currency: "EUR") }, { $0.bedrooms = 0 }, { $0.bedrooms = nil },
            { $0.bathrooms = 0 }, { $0.area = 0 }, { $0.place = try place(0, 0) }, { $0.place = try place(0, 1) },
            { $0.place = nil }, { $0.address = "" }, { $0.market = "seattle" }, { $0.listedAt = 0 },
            { $0.images = [""] }, { $0.images = ["", ""] },
        ]
        for change in changes {
            try change(&item)
            #expect(try await store.upsert([item]) == [.changed])
            let hits = try await store.hits(ofListings: ["a"], at: now)
            #expect(try await store.listings(of: hits) == [item])
        }
    }

    @Test(arguments: Engine.all) func `counts the last of several with one id`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let batch = [listing("a", price: 1), listing("a", price: 2), listing("a", price: 2), listing("a", price: 3)]
        #expect(try await store.upsert(batch) == [.added, .changed, .unchanged, .changed])
        #expect(try await store.newest(matching: SearchCriteria(), at: now, limit: 9).map(\.price) == [3])
    }

    @Test(arguments: Engine.all) func `keeps an item's key while it changes`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([listing("a"), listing("b")])
        _ = try await store.upsert([product("a")])
        let before = try await store.hits(ofListings: ["a", "b"], at: now).map(\.key)
        let product = try await store.products(ProductQuery(), limit: 1).map(\.key)
        _ = try await store.upsert([listing("c"), listing("b", price: 9), listing("a", price: 9)])
        _ = try await store.upsert([PropertyStoreTests.product("a", price: 9)])
        let reopened = try place.open()
        #expect(try await reopened.hits(ofListings: ["a", "b"], at: now).map(\.key) == before)
        #expect(try await reopened.products(ProductQuery(), limit: 1).map(\.key) == product)
    }

    @Test(arguments: Engine.all) func `loads in the order of the keys, each as often as asked for`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        _ = try await store.upsert([listing("a"), listing("b")])
        #expect(try await store.ids(of: store.hits(ofListings: ["b", "a", "x", "b"], at: now)) == ["b", "a", "b"])
    }

    @Test(arguments: Engine.all) func `renames a brand for all of its products`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let old = Brand(id: "cdg", name: "CDG")
        let new = Brand(id: "cdg", name: "Comme des Garçons")
        _ = try await store.upsert([product("p", by: old), product("q", by: old), product("r")])
        let before = try await store.products(ProductQuery(), limit: 3)
        #expect(try await store.upsert([product("q", by: new)]) == [.changed])
        let after = try await store.products(ProductQuery(), limit: 3)
        #expect(try await store.products(after.map(\.key)).map { $0?.brand.name } == [new.name, new.name, "AMI"])
        #expect(zip(before, after).map { $0.revision == $1.revision } == [false, false, true])
        #expect(try await store.upsert([product("p", by: new), product("q", by: new)]) == [.unchanged, .unchanged])
        #expect(try await store.topBrands(for: nil, limit: 9).map(\.name) == [new.name, "AMI"])
        #expect(try await store.counts().brands == 2)
    }

    @Test(arguments: Engine.all) func `keeps brands and collections when the last product leaves`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        let other = Brand(id: "y", name: "Y")
        _ = try await store.upsert([product("p", in: ["old"])])
        _ = try await store.upsert([product("p", by: other, in: ["new"])])
        #expect(
            try await store.counts() == CatalogueCounts(listings: 0, products: 1, brands: 2, collections: 2)
        )
        #expect(try await store.productIDs(ProductQuery(collection: "old")).isEmpty)
        #expect(try await store.productIDs(ProductQuery(brand: "ami")).isEmpty)
        #expect(try await store.productIDs(ProductQuery(collection: "new", brand: "y")) == ["p"])
    }
}
