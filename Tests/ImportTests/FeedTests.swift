import Foundation
import Testing

@testable import Catalogue
@testable import Import

private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path

/// Guards the mappings of common feeds in `Config`, each with a file of 20 rows.
@Suite struct `The sample's feeds` {
    private func run(_ mapping: String, _ file: String) async throws -> ([String: CatalogueItem], String) {
        let store = MemoryItems()
        var importer = try CatalogueImporter(mapping: Mapping(contentsOf: "\(root)/Config/mappings/\(mapping)"))
        let report = try importer.read("\(root)/Tests/Fixtures/feeds/\(file)")
        #expect(report.causes == [])
        let summary = try await importer.write(into: store)
        return (store.items, summary.description)
    }

    private func euros(_ cents: Int64, _ currency: String = "EUR") -> Money { Money(amount: cents, currency: currency) }

    @Test func `are read from Google Merchant Center`() async throws {
        let (items, summary) = try await run("google-merchant.json", "google-merchant.tsv")
        #expect(summary == "20 read: 20 new, 0 changed, 0 unchanged, 0 rejected")
        let coat = try #require(items["G1"])
        #expect(coat.title == "Wool coat")
        #expect(coat.price == euros(2_090))
        #expect(
            coat.images == ["https://img.example/g1.jpg", "https://img.example/g1b.jpg", "https://img.example/g1c.jpg"]
        )
        #expect(coat.href == "https://shop.example/g/1")
        #expect(coat.category == "coats")
        #expect(coat.expiresAt == 1_893_456_000)
        #expect(items["G2"]?.brand == Brand(id: "cafe-ember", name: "Café Ember"))
        #expect(items["G2"]?.sale == Sale(price: 2_050, from: 1_795_129_200, until: 1_796_079_540))
        #expect(items["G6"]?.sale == Sale(price: 4_050))
        #expect(items["G3"]?.title == "Denim jacket & hood")
        #expect(items["G4"]?.title == "Silk scarf 5\" hem")
        #expect(items.values.count { $0.status == .outOfStock } == 5)
    }

    @Test func `are read from Meta`() async throws {
        let (items, summary) = try await run("meta-catalog.json", "meta-catalog.csv")
        #expect(summary == "20 read: 12 new, 0 changed, 0 unchanged, 0 rejected, 8 left out")
        #expect(items["m-1"]?.price == euros(2_000, "USD"))
        #expect(items["m-2"]?.status == .active)
        #expect(items["m-4"]?.status == .outOfStock)
        #expect(items["m-7"]?.sale == Sale(price: 4_200, from: 1_795_784_400, until: 1_796_130_000))
        #expect(items["m-7"]?.category == "jackets")
        #expect(items["m-3"] == nil)
    }

    @Test func `are read from Shopify`() async throws {
        let (items, summary) = try await run("shopify.json", "shopify.csv")
        #expect(summary == "20 read: 8 new, 0 changed, 0 unchanged, 0 rejected, 12 left out")
        let coat = try #require(items["wool-coat"])
        #expect(coat.price == euros(2_000) && coat.previousPrice == 3_000)
        #expect(coat.href == "https://shop.example/products/wool-coat")
        #expect(coat.images == ["https://cdn.example/wool-coat.jpg"])
        #expect(items["linen-shirt"]?.collections == ["new-in", "editors-picks"])
        #expect(items["linen-shirt"]?.previousPrice == nil)
    }

    @Test func `are read from WooCommerce`() async throws {
        let (items, summary) = try await run("woocommerce.json", "woocommerce.csv")
        #expect(summary == "20 read: 14 new, 0 changed, 0 unchanged, 0 rejected, 6 left out")
        #expect(items["100"]?.price == euros(2_000))
        #expect(items["100"]?.sale == Sale(price: 1_600, from: 1_795_737_600, until: 1_796_083_199))
        #expect(items["108"]?.sale == Sale(price: 5_600))
        #expect(items["103"]?.title == "Silk scarf – \"L\"")
        #expect(items["104"]?.title == "Leather belt & belt")
        #expect(items["100"]?.brand == Brand(id: "house-brand", name: "House brand"))
        #expect(items["110"] == nil)
        #expect(items["101"]?.category == "clothing-shirts")
        #expect(items["100"]?.images == ["https://woo.example/0.jpg", "https://woo.example/0-b.jpg"])
        #expect(items["103"]?.status == .outOfStock)
    }

    @Test func `are read from Rightmove's BLM`() async throws {
        let (items, summary) = try await run("rightmove-blm.json", "rightmove.blm")
        #expect(summary == "20 read: 17 new, 0 changed, 0 unchanged, 0 rejected, 3 left out")
        let first = try #require(items["500_1"])
        #expect(first.title == "A 1 bedroom home – guide price £150,000")
        #expect(first.price == euros(15_000_000, "GBP"))
        #expect(first.address == "1 Mill Lane, YO1")
        #expect(first.attributes == ["type": .text("townhouse"), "bedrooms": .number(1)])
        #expect(first.listedAt == 1_790_847_000)
        #expect(items["500_4"]?.address == "\"Holly Court\" 4, YO1")
        #expect(items["500_2"]?.market == "kingston-upon-hull")
        #expect(items["500_2"]?.status == .sold && items["500_3"]?.status == .active)
    }

    @Test func `are read from JSON-LD`() async throws {
        let (items, summary) = try await run("schema-org.json", "schema-org.ndjson")
        #expect(summary == "20 read: 19 new, 0 changed, 0 unchanged, 0 rejected, 1 left out")
        #expect(items["ld-0"]?.title == "Wool coat & hat")
        #expect(items["ld-0"]?.price == euros(2_095))
        #expect(items["98765432109876543211"]?.price == euros(2_500))
        #expect(items["https-ld-example-p-4-product"]?.price == euros(4_095))
        #expect(items["ld-2"]?.price == euros(3_000))
        #expect(items["ld-0"]?.brand == Brand(id: "nordlys", name: "Nordlys"))
        #expect(items["ld-2"]?.brand == Brand(id: "hollis-co", name: "Hollis & Co"))
        #expect(items["98765432109876543211"]?.images == ["https://ld.example/1.jpg", "https://ld.example/1b.jpg"])
        #expect(items["ld-2"]?.images == ["https://ld.example/2.jpg"])
        #expect(items["98765432109876543211"]?.status == .outOfStock && items["ld-2"]?.status == .active)
    }
}
