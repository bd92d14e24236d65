import Foundation
import SeededRandom

@testable import Catalogue

/// Real house sales and shop items from the fixtures, with what the files lack drawn at random.
enum SampleItems {
    static let kinds = KindTable([
        Kind(
            name: "listing",
            attributes: [
                Attribute(name: "type", type: .text(values: ["one", "two", "one+half", "bilevel", "other"])),
                Attribute(name: "bedrooms", type: .number(unit: nil)),
                Attribute(name: "bathrooms", type: .number(unit: nil)),
                Attribute(name: "area", type: .number(unit: .squareMeter)),
                Attribute(name: "garden", type: .flag),
            ]
        ),
        Kind(name: "product", attributes: [Attribute(name: "rating", type: .number(unit: nil))]),
    ])

    static let markets = ["toledo", "maumee", "oregon", nil]
    static let start: Instant = 725_846_400

    private static func rows(_ file: String) throws -> [[Substring]] {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/\(file)")
        let text = try String(contentsOf: fixtures, encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
    }

    /// Every fourth house sale.
    static func listings(_ random: inout SplitMix64) throws -> [CatalogueItem] {
        try rows("listings.csv").enumerated().filter { $0.offset % 4 == 0 }.map { index, fields in
            let types = ["one", "two", "one+half", "bilevel"]
            return CatalogueItem(
                id: .init(kind: "listing", id: "l\(index)"),
                title: "\(fields[4])-bed house",
                price: Money(
                    amount: Int64(fields[0])! * 100,
                    currency: Int.random(in: 0..<10, using: &random) == 0 ? "CAD" : "USD"
                ),
                place: Coordinate(latitude: Double(fields[9])!, longitude: Double(fields[8])!),
                market: markets.randomElement(using: &random)!,
                listedAt: start + 86_400 * Int64.random(in: 0..<200, using: &random),
                startsAt: Int.random(in: 0..<4, using: &random) == 0
                    ? start + 86_400 * Int64.random(in: 0..<200, using: &random) : nil,
                expiresAt: Bool.random(using: &random)
                    ? start + 86_400 * Int64.random(in: 0..<400, using: &random) : nil,
                attributes: [
                    "type": .text(types.contains(String(fields[1])) ? String(fields[1]) : "other"),
                    "bedrooms": .number(Double(fields[4])!),
                    "bathrooms": .number(Double(fields[5])! + Double(fields[6])! / 2),
                    "area": .number(Double(fields[2])! * 0.09290304),
                ]
            )
        }
    }

    static func products(_ random: inout SplitMix64) throws -> [CatalogueItem] {
        // Rows with a quoted field are left out.
        try rows("shop.csv").filter { $0.count == 7 }.map { fields in
            CatalogueItem(
                id: .init(kind: "product", id: String(fields[0])),
                title: String(fields[1]),
                price: Money(amount: Int64((Double(fields[4].dropFirst()) ?? 0) * 100), currency: "USD"),
                brand: Brand(id: "b\(fields[2].utf8.count)", name: String(fields[2])),
                category: String(fields[3]),
                collections: fields[5].split(separator: "|").map(String.init),
                attributes: Bool.random(using: &random)
                    ? ["rating": .number(Double(Int.random(in: 2...10, using: &random)) / 2)] : [:]
            )
        }
    }

    static func changed(_ item: CatalogueItem, _ random: inout SplitMix64) -> CatalogueItem {
        var item = item
        switch Int.random(in: 0..<8, using: &random) {
        case 0: item.price = item.price.map { Money(amount: $0.amount + 100, currency: $0.currency) }
        case 1: item.status = ItemStatus.allCases.randomElement(using: &random)!
        case 2: item.market = markets.randomElement(using: &random)!
        case 3: item.listedAt += 86_400 * Int64.random(in: -20...20, using: &random)
        case 4: item.place = Bool.random(using: &random) ? nil : Coordinate(latitude: 41.6, longitude: -83.5)
        case 5 where item.id.kind == "listing": item.attributes["garden"] = .flag(Bool.random(using: &random))
        case 6: item.collections = ["sale", "new", "under-100"].filter { _ in Bool.random(using: &random) }
        default: item.category = ["shirts", "shoes", nil].randomElement(using: &random)!
        }
        return item
    }
}
