import Catalogue
import Testing

private let brands = ["x", "y", "z"].map { Brand(id: $0, name: $0.uppercased()) }

@Suite struct `The shop of a property store` {
    @Test(arguments: Engine.all) func `shows products in the order in which they came`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        _ = try await store.upsert([product("c"), product("a")])
        _ = try await store.upsert([product("b"), product("c", price: 1), product("a")])
        for store in [store, try place.open()] {
            #expect(try await store.productIDs() == ["c", "a", "b"])
            #expect(try await store.productIDs(limit: 2) == ["c", "a"])
        }
    }

    @Test(arguments: Engine.all) func `shows those that meet all conditions`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([
            product("a", by: brands[0], price: 1, category: "shoes", in: ["new"]),
            product("b", by: brands[1], price: 2, category: "shoes"),
            product("c", by: brands[0], price: 3, category: "bags", in: ["old", "new"]),
            product("d", by: brands[0], price: 4, in: ["new"]),
        ])
        #expect(try await store.productIDs(ProductQuery(brand: "x")) == ["a", "c", "d"])
        #expect(try await store.productIDs(ProductQuery(category: "shoes")) == ["a", "b"])
        #expect(try await store.productIDs(ProductQuery(brand: "x", category: "shoes")) == ["a"])
        #expect(try await store.productIDs(ProductQuery(price: ClosedInterval(min: 2, max: 3))) == ["b", "c"])
        #expect(try await store.productIDs(ProductQuery(brand: "x", price: ClosedInterval(min: 2))) == ["c", "d"])
        #expect(try await store.productIDs(ProductQuery(collection: "new")) == ["a", "c", "d"])
        #expect(try await store.productIDs(ProductQuery(collection: "new", category: "bags")) == ["c"])
        #expect(try await store.productIDs(ProductQuery(collection: "new", brand: "y")).isEmpty)
        #expect(try await store.productIDs(ProductQuery(collection: "no such")).isEmpty)
        #expect(try await store.productIDs(ProductQuery(brand: "no such")).isEmpty)
        #expect(try await store.productIDs(ProductQuery(category: "no such")).isEmpty)
        #expect(try await store.productIDs(ProductQuery(price: ClosedInterval(min: 3, max: 2))).isEmpty)
    }

    @Test(arguments: Engine.all) func `shows a collection in the order in which products came into it`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        _ = try await store.upsert([product("a"), product("b", in: ["k"]), product("c", in: ["k", "l", "k"])])
        _ = try await store.upsert([product("a", in: ["l", "k"]), product("b", price: 1, in: ["l", "k"])])
        #expect(try await store.productIDs(ProductQuery(collection: "k")) == ["b", "c", "a"])
        #expect(try await store.productIDs(ProductQuery(collection: "l")) == ["c", "a", "b"])
        _ = try await store.upsert([product("b", in: ["l"])])
        #expect(try await store.productIDs(ProductQuery(collection: "k")) == ["c", "a"])
        _ = try await store.upsert([product("b", in: ["l", "k"])])
        #expect(try await store.productIDs(ProductQuery(collection: "k")) == ["c", "a", "b"])
        #expect(try await store.upsert([product("c", in: ["k", "l"])]) == [.unchanged])
    }

    @Test(arguments: Engine.all) func `puts the brands first whose products the user opened most`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        let someone = try user("u")
        _ = try await store.upsert([
            product("x1", by: brands[0]), product("y1", by: brands[1]), product("z1", by: brands[2]),
            product("z2", by: brands[2]), product("w1", by: Brand(id: "w", name: "W")),
        ])
        _ = try await store.upsert(["x1", "y1"].map { listing($0) })
        #expect(try await store.topBrands(for: nil, limit: 9).map(\.id) == ["x", "y", "z", "w"])
        #expect(try await store.topBrands(for: someone, limit: 9).map(\.id) == ["x", "y", "z", "w"])
        try await store.recordOpened([.product("w1"), .product("z1"), .product("w1"), .listing("x1")], by: someone)
        #expect(try await store.topBrands(for: someone, limit: 9).map(\.id) == ["z", "w", "x", "y"])
        try await store.recordOpened([.product("z2"), .product("y1")], by: someone)
        #expect(try await store.topBrands(for: someone, limit: 9).map(\.id) == ["z", "y", "w", "x"])
        #expect(try await store.topBrands(for: someone, limit: 2).map(\.id) == ["z", "y"])
        #expect(try await store.topBrands(for: nil, limit: 2).map(\.id) == ["x", "y"])
        // A product that is another brand's now counts for that one.
        _ = try await store.upsert([product("z2", by: brands[1])])
        #expect(try await store.topBrands(for: someone, limit: 1).map(\.id) == ["y"])
    }

    @Test(arguments: Engine.all) func `gives nothing for a limit of nothing`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([product("a")])
        _ = try await store.upsert([listing("a", at: place(0, 0))])
        let area = Area(center: try place(0, 0), radius: 1)
        for limit in [0, -1, .min] {
            #expect(try await store.products(ProductQuery(), limit: limit).isEmpty)
            #expect(try await store.topBrands(for: nil, limit: limit).isEmpty)
            #expect(try await store.newest(matching: SearchCriteria(), at: now, limit: limit).isEmpty)
            #expect(try await store.newest(matching: SearchCriteria(place: area), at: now, limit: limit).isEmpty)
            #expect(try await store.nearby(area, at: now, limit: limit).isEmpty)
        }
        #expect(try await store.products(ProductQuery(), limit: .max).count == 1)
        #expect(try await store.topBrands(for: nil, limit: .max).count == 1)
        #expect(try await store.newest(matching: SearchCriteria(place: area), at: now, limit: .max).count == 1)
        #expect(try await store.nearby(area, at: now, limit: .max).count == 1)
    }
}
