import HomeLayout
import Catalogue
import Testing

@Suite struct `A user's brands` {
    private let brands =
        #"{"id": "brands", "title": "Your brands", "layout": "HomeWidgetBrand", "source": {"kind": "brands"}, "limit": 3}"#
    private let products = ["ami", "bode", "cos", "dior"].flatMap { brand in
        (1...3).map { Product.thing("\(brand)\($0)", by: brand) }
    }

    @Test func `are those of which most was opened, filled up in the catalogue's order`() async throws {
        let world = try await World(config(brands), products: products)
        try await world.store.recordOpened("product:dior1", "product:cos1", "product:dior2", by: user("u1"))
        #expect(try await world.home(for: "u1").itemIDs == [["brand:dior", "brand:cos", "brand:ami"]])
    }

    @Test func `are the catalogue's first where nothing was opened`() async throws {
        let world = try await World(config(brands), products: products)
        #expect(try await world.home().itemIDs == [["brand:ami", "brand:bode", "brand:cos"]])
        #expect(try await world.home(for: "u1").itemIDs == [["brand:ami", "brand:bode", "brand:cos"]])
    }

    @Test func `have names`() async throws {
        let world = try await World(config(brands), products: products)
        let item = try #require(try await world.home().widget("brands").items.first)
        #expect(item.kind == "brand" && item.title == "AMI" && item.href == "/brands/ami")
    }

    @Test func `bear a new name at once`() async throws {
        let world = try await World(config(brands), products: products)
        #expect(try await world.home().widget("brands").items.first?.title == "AMI")
        var product = products[0]
        product.brand.name = "Ami Paris"
        _ = try await world.store.upsert([product])
        #expect(try await world.home().widget("brands").items.first?.title == "Ami Paris")
    }
}

@Suite struct `Products` {
    private let products = [
        Product.thing("p1", price: 100_00, category: "shoes", in: ["sale"]),
        .thing("p2", by: "bode", price: 89_50, category: "bags"),
        .thing("p3", by: "bode", price: 300_00, category: "shoes", in: ["new-in", "sale"]),
        .thing("p4", price: 20_00, in: ["new-in"]),
    ]

    private func ids(_ options: String, limit: Int = 10) async throws -> [String] {
        let widget =
            #"{"id": "w", "layout": "HomeWidgetProductM", "source": {"kind": "products"\#(options)}, "limit": \#(limit)}"#
        return try await World(config(widget), products: products).home().itemIDs.first ?? []
    }

    @Test(arguments: [
        ("", ["p1", "p2", "p3", "p4"]),
        (#", "collection": "sale""#, ["p1", "p3"]),
        (#", "brand": "bode""#, ["p2", "p3"]),
        (#", "category": "shoes""#, ["p1", "p3"]),
        (#", "price": {"max": 10000}"#, ["p1", "p2", "p4"]),
        (#", "price": {"min": 8950, "max": 8950}"#, ["p2"]),
        (#", "collection": "new-in", "brand": "bode", "category": "shoes", "price": {"min": 1}"#, ["p3"]),
        (#", "collection": "none""#, []),
    ])
    func `are those that the config asks for`(options: String, expected: [String]) async throws {
        #expect(try await ids(options) == expected.map { "product:\($0)" })
    }

    @Test func `are as many as the config says`() async throws {
        #expect(try await ids("", limit: 3) == ["product:p1", "product:p2", "product:p3"])
    }

    @Test func `have prices in words, with decimals only where there are some`() async throws {
        let widget = #"{"id": "w", "layout": "HomeWidgetProductM", "source": {"kind": "products"}}"#
        let items = try await World(config(widget), products: products).home().widget("w").items
        #expect(items[0].price == .init(amount: 10_000, currency: "USD", formatted: "$100"))
        #expect(items[1].price == .init(amount: 8_950, currency: "USD", formatted: "$89.50"))
        #expect(items[1].accessibilityLabel == "BODE, A thing, $89.50")
        #expect(items[1].href == "/products/p2")
    }
}
