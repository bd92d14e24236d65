import HomeLayout
import Catalogue
import Testing

@Suite struct `A user's brands` {
    private let brands =
        #"""
        {"id": "brands", "title": "Your brands", "layout": "HomeWidgetBrand", "source": {"kind": "brands"},
         "limit": 3}
        """#
    private let products = ["ami", "bode", "cos", "dior"].flatMap { brand in
        (1...3).map { CatalogueItem.thing("\(brand)\($0)", by: brand) }
    }

    @Test func `are those of which most was opened, filled up in the catalogue's order`() async throws {
        let world = try World(config(brands), items: products)
        try world.store.recordOpened("product:dior1", "product:cos1", "product:dior2", by: user("u1"))
        #expect(try await world.home(for: "u1").itemIDs == [["brand:dior", "brand:cos", "brand:ami"]])
    }

    @Test func `are the catalogue's first where nothing was opened`() async throws {
        let world = try World(config(brands), items: products)
        #expect(try await world.home().itemIDs == [["brand:ami", "brand:bode", "brand:cos"]])
        #expect(try await world.home(for: "u1").itemIDs == [["brand:ami", "brand:bode", "brand:cos"]])
    }

    @Test func `of one count of openings are in the catalogue's order`() async throws {
        let world = try World(config(brands), items: products)
        try world.store.recordOpened("product:dior1", "product:bode1", "product:cos1", by: user("u1"))
        #expect(try await world.home(for: "u1").itemIDs == [["brand:bode", "brand:cos", "brand:dior"]])
    }

    @Test func `count listings and products alike, and no openings of other users`() async throws {
        let world = try World(config(brands), items: products)
        var house = CatalogueItem.house("h1")
        house.brand = Brand(id: "cos", name: "COS")
        _ = world.store.upsert([house])
        try world.store.recordOpened("listing:h1", by: user("u1"))
        try world.store.recordOpened("product:dior1", "product:dior2", by: user("u2"))
        #expect(try await world.home(for: "u1").itemIDs == [["brand:cos", "brand:ami", "brand:bode"]])
        #expect(try await world.home(for: "u2").itemIDs == [["brand:dior", "brand:ami", "brand:bode"]])
    }

    @Test func `are seven where the config wants seven`() async throws {
        let seven = brands.replacing(#""limit": 3"#, with: #""limit": 7"#)
        let products = (1...9).map { CatalogueItem.thing("p\($0)", by: "b\($0)") }
        let world = try World(config(seven), items: products)
        try world.store.recordOpened("product:p9", "product:p3", "product:p9", by: user("u1"))
        #expect(try await world.home().itemIDs == [(1...7).map { "brand:b\($0)" }])
        #expect(
            try await world.home(for: "u1").itemIDs == [
                ["b3", "b9", "b1", "b2", "b4", "b5", "b6"].map { "brand:\($0)" }
            ]
        )
    }

    @Test func `are those of which something is left in the catalogue`() async throws {
        let world = try World(config(brands), items: products)
        try world.store.recordOpened("product:ami1", by: user("u1"))
        _ = world.store.remove(ids("product:ami1", "product:ami2", "product:ami3"))
        #expect(try await world.home(for: "u1").itemIDs == [["brand:bode", "brand:cos", "brand:dior"]])
    }

    @Test func `have names`() async throws {
        let world = try World(config(brands), items: products)
        let item = try #require(try await world.home().widget("brands").items.first)
        #expect(item.kind == "brand" && item.title == "AMI" && item.href == "/brands/ami")
    }

    @Test func `bear the name that an item gives them that renames them, at once`() async throws {
        let world = try World(config(brands), items: products)
        #expect(try await world.home().widget("brands").items.first?.title == "AMI")
        var product = products[2]
        product.brand?.name = "Ami Paris"
        product.renamesBrand = true
        _ = world.store.upsert([product])
        #expect(try await world.home().widget("brands").items.first?.title == "Ami Paris")
    }
}

@Suite struct `Products` {
    private let products = [
        CatalogueItem.thing("p1", price: 100_00, category: "shoes", in: ["sale"]),
        .thing("p2", by: "bode", price: 89_50, category: "bags"),
        .thing("p3", by: "bode", price: 300_00, category: "shoes", in: ["new-in", "sale"]),
        .thing("p4", price: 20_00, in: ["new-in"]),
    ]

    private func ids(_ options: String, limit: Int = 10) async throws -> [String] {
        let widget =
            #"""
            {"id": "w", "layout": "HomeWidgetProductM", "source": {"kind": "items", "of": "product"\#(options)},
             "limit": \#(limit)}
            """#
        return try await World(config(widget), items: products).home().itemIDs.first ?? []
    }

    @Test(arguments: [
        ("", ["p1", "p2", "p3", "p4"]),
        (#", "filter": {"collection": "sale"}"#, ["p1", "p3"]),
        (#", "filter": {"brand": "bode"}"#, ["p2", "p3"]),
        (#", "filter": {"category": "shoes"}"#, ["p1", "p3"]),
        (#", "filter": {"price": {"max": 10000}}"#, ["p1", "p2", "p4"]),
        (#", "filter": {"price": {"min": 8950, "max": 8950}}"#, ["p2"]),
        (#", "filter": {"collection": "new-in", "brand": "bode", "category": "shoes", "price": {"min": 1}}"#, ["p3"]),
        (#", "filter": {"collection": "none"}"#, []),
        (#", "sort": "price""#, ["p4", "p2", "p1", "p3"]),
        (#", "filter": {"collection": "sale"}, "sort": "-price""#, ["p3", "p1"]),
    ])
    func `are those that the config asks for`(options: String, expected: [String]) async throws {
        #expect(try await ids(options) == expected.map { "product:\($0)" })
    }

    @Test func `are as many as the config says`() async throws {
        #expect(try await ids("", limit: 3) == ["product:p1", "product:p2", "product:p3"])
    }

    @Test func `have prices in words, with decimals only where there are some`() async throws {
        let widget = #"{"id": "w", "layout": "HomeWidgetProductM", "source": {"kind": "items", "of": "product"}}"#
        let items = try await World(config(widget), items: products).home().widget("w").items
        #expect(items[0].price == .init(amount: 10_000, currency: "USD", formatted: "$100"))
        #expect(items[1].price == .init(amount: 8_950, currency: "USD", formatted: "$89.50"))
        #expect(items[1].accessibilityLabel == "BODE, A thing, $89.50")
        #expect(items[1].href == "/products/p2")
    }
}
