import Catalogue
import Foundation
import Recommendations
import Testing

/// Every second house sale from the fixtures.
private enum Sales {
    static let listings: [Listing] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/listings.csv")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { fatalError("no fixtures") }
        var generator = SplitMix(state: 1)
        return text.split(separator: "\n").dropFirst().enumerated().filter { $0.offset % 2 == 0 }.map { index, line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return Listing(
                id: "l\(index)",
                title: "House \(index)",
                type: .allCases[Int.random(in: 0..<4, using: &generator)],
                price: Money(amount: Int64(fields[0])! * 100, currency: "USD"),
                bedrooms: Int(fields[4])!,
                bathrooms: Double(fields[5])! + Double(fields[6])! / 2,
                area: Double(fields[2])! * 0.09290304,
                place: Coordinate(latitude: Double(fields[9])!, longitude: Double(fields[8])!),
                market: Bool.random(using: &generator) ? "toledo" : "maumee",
                // Each of another moment, in an order of its own.
                listedAt: Int64(index * 7_919 % 4_099)
            )
        }
    }()
    static let store = Catalogue(listings)
    static let items = SampleCatalogue(listings.map { CatalogueItem($0) })
}

@Suite struct `Recommendations from a snapshot` {
    @Test(arguments: 0..<50)
    func `are those of the engine over a store`(seed: UInt64) async throws {
        var generator = SplitMix(state: seed)
        let listings = Sales.listings
        let latest = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
            listings.randomElement(using: &generator)!
        }
        var seen: Set<String> = []
        let opened = latest.filter { seen.insert($0.id).inserted }
        var search = SearchCriteria.random(&generator)
        if let place = search.place, let center = listings.randomElement(using: &generator)?.place {
            search.place = Area(center: center, radius: place.radius)
        }
        let hasSearched = Int.random(in: 0..<5, using: &generator) > 0
        let place = Bool.random(using: &generator) ? listings.randomElement(using: &generator)?.place : nil
        let count = Int.random(in: 1...60, using: &generator)
        let expected = try await Sales.store.recommendedIDs(
            search: hasSearched ? search : nil,
            opened: opened.map(\.id),
            at: place,
            count: count
        )
        let found = Sales.items.recommended(
            hasSearched ? UserSearch(search).filter : nil,
            opened: opened.map(\.id),
            at: place,
            count: count
        )
        #expect(found == expected)
    }

    @Test(arguments: 0..<20)
    func `do not depend on the order of insertion, and agree with queries`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        let items = (0..<400).map { CatalogueItem(Listing.random($0, &generator)) }
        let filter = UserSearch(SearchCriteria.random(&generator)).filter
        let opened = (0..<5).map { String($0 * 7) }
        let place = Coordinate.random(&generator)
        let catalogue = SampleCatalogue(items)
        let found = catalogue.recommended(filter, opened: opened, at: place, count: 30)
        for _ in 0..<3 {
            let shuffled = SampleCatalogue(items.shuffled(using: &generator))
            #expect(shuffled.recommended(filter, opened: opened, at: place, count: 30) == found)
        }
        let query = ItemQuery(kinds: ["listing"], filter: filter)
        let fitting = Set(catalogue.snapshot.find(query, at: 0, limit: 400).map(\.row))
        let disagreements = items.filter { item in
            guard filter.market == nil || item.market == filter.market else { return false }
            let row = catalogue.row(item.id.id)
            let fit = SearchFit(of: row, in: catalogue.snapshot, to: UserSearch(filter: filter))
            return fit.fits != fitting.contains(row)
        }
        #expect(disagreements.isEmpty)
    }

    @Test(arguments: [Int64.min, 0, .max])
    func `survive any bounds of a search`(end: Int64) {
        let filter = ItemFilter(
            place: Area(center: .town, radius: .greatestFiniteMagnitude),
            price: ClosedInterval(min: end, max: end),
            attributes: [
                "bedrooms": .range(ClosedInterval(min: Double(end), max: Double(end))),
                "area": .range(ClosedInterval(min: Double(end), max: Double(end))),
            ]
        )
        #expect(SampleCatalogue([.house("a")]).recommended(filter, at: nil, count: .max) == [])
    }

    @Test func `name the condition that an item of a declared kind does not meet`() {
        let catalogue = SampleCatalogue([.restaurant("r"), .product("p") { $0.setPrice(1, "EUR") }])
        func misses(_ filter: ItemFilter, _ id: String, _ kind: String) -> [Miss] {
            let search = UserSearch(kind: kind, filter: filter)
            return Array(SearchFit(of: catalogue.row(id, kind), in: catalogue.snapshot, to: search))
        }
        let filter = ItemFilter(
            category: "pizza",
            attributes: [
                "cuisine": .anyOf(["pizza"]), "rating": .range(ClosedInterval(min: 5)), "delivery": .flag(true),
                "bedrooms": .range(ClosedInterval(min: 1)),
            ]
        )
        #expect(
            misses(filter, "r", "restaurant") == [
                .attribute("category"), .attribute("cuisine"), .attribute("rating"), .unknown(.bedrooms),
            ]
        )
        let cheap = ItemFilter(brand: "c", collection: "sale", price: ClosedInterval(max: 5), currency: "USD")
        #expect(
            misses(cheap, "p", "product") == [.attribute("currency"), .attribute("brand"), .attribute("collection")]
        )
    }
}
