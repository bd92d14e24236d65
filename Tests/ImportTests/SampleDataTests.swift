import Foundation
import Testing

@testable import Catalogue
@testable import Import

private let config = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Config").standardized
    .path

/// Guards the sample data and the mappings in `Config`.
@Suite struct `The sample's data` {
    private func run(_ mapping: String, _ file: String) async throws -> (MemoryItems, ImportSummary) {
        let store = MemoryItems()
        let mapping = try Mapping(contentsOf: "\(config)/mappings/\(mapping)")
        var importer = try CatalogueImporter(mapping: mapping)
        _ = try importer.read("\(config)/sample/\(file)")
        let summary = try await importer.write(into: store)
        return (store, summary)
    }

    @Test func `has 25,357 listings, none of them rejected`() async throws {
        let (store, summary) = try await run("sample-listings.json", "listings.csv.gz")
        #expect(summary.description == "25,357 read: 25,357 new, 0 changed, 0 unchanged, 0 rejected")
        let listing = try #require(store.items["-83.879637,41.4168960000001"])
        #expect(
            listing
                == CatalogueItem(
                    id: .init(kind: "listing", id: "-83.879637,41.4168960000001"),
                    title: "4-bed one-and-a-half-story part-brick house",
                    price: Money(amount: 30_300_000, currency: "USD"),
                    place: Coordinate(latitude: 41.4168960000001, longitude: -83.879637),
                    address: "Lucas County, Ohio",
                    market: "toledo",
                    listedAt: 830_217_600,
                    attributes: [
                        "type": .text("house"), "bedrooms": .number(4), "bathrooms": .number(3.5),
                        "area": .number(304.07),
                    ]
                )
        )
    }

    @Test func `has a shop of forty brands, no product of which is rejected`() async throws {
        let (store, summary) = try await run("sample-shop.json", "shop.csv")
        #expect(summary.description == "344 read: 344 new, 0 changed, 0 unchanged, 0 rejected")
        let products = store.items.values
        #expect(Set(products.compactMap(\.brand?.id)).count == 40)
        #expect(products.contains { $0.brand == Brand(id: "vellmar-ost", name: "Vellmar Øst") })
        #expect(Set(products.flatMap(\.collections)) == ["new-in", "editors-picks", "under-100", "sale"])
        #expect(products.allSatisfy { ($0.price!.amount < 100_00) == $0.collections.contains("under-100") })
    }

    @Test(
        arguments: try FileManager.default.contentsOfDirectory(atPath: config + "/mappings").filter {
            $0.hasSuffix(".json")
        }
    )
    func `has mappings without errors`(name: String) throws {
        #expect(try !Mapping(contentsOf: "\(config)/mappings/\(name)").columns.isEmpty)
    }
}
