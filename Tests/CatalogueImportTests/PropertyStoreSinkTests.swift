import Catalogue
import Testing

@testable import CatalogueImport

@Suite struct `The sink of a store of listings and products` {
    @Test func `makes listings of items`() throws {
        let item = CatalogueItem(
            id: .init(kind: "listing", id: "a"),
            title: "House",
            images: ["1.jpg", "2.jpg"],
            price: Money(amount: 100, currency: "USD"),
            place: Coordinate(latitude: 1, longitude: 2),
            address: "Street",
            market: "toledo",
            status: .outOfStock,
            listedAt: 7,
            expiresAt: 9,
            attributes: [
                "type": .text("duplex"), "bedrooms": .number(3), "bathrooms": .number(1.5), "area": .number(80.5),
            ]
        )
        #expect(
            try Listing(item)
                == Listing(
                    id: "a",
                    title: "House",
                    type: .duplex,
                    price: Money(amount: 100, currency: "USD"),
                    bedrooms: 3,
                    bathrooms: 1.5,
                    area: 80.5,
                    place: Coordinate(latitude: 1, longitude: 2),
                    address: "Street",
                    market: "toledo",
                    listedAt: 7,
                    status: .hidden,
                    expiresAt: 9,
                    images: ["1.jpg", "2.jpg"]
                )
        )
        #expect(throws: StoreError.defect("the listing b has no price, market or type")) {
            try Listing(CatalogueItem(id: .init(kind: "listing", id: "b"), title: "House"))
        }
    }

    @Test func `makes products of items`() throws {
        let brand = Brand(id: "b", name: "B")
        let item = CatalogueItem(
            id: .init(kind: "product", id: "a"),
            title: "Coat",
            images: ["1.jpg"],
            price: Money(amount: 100, currency: "USD"),
            brand: brand,
            category: "coats",
            collections: ["new"]
        )
        #expect(
            try Product(item)
                == Product(
                    id: "a",
                    title: "Coat",
                    brand: brand,
                    price: Money(amount: 100, currency: "USD"),
                    category: "coats",
                    image: "1.jpg",
                    collections: ["new"]
                )
        )
    }
}
