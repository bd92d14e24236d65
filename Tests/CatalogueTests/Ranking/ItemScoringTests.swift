import Testing

@testable import Catalogue

@Suite struct `The score of an item` {
    private static let town = Coordinate(latitude: 41.65, longitude: -83.54)!

    /// The scores by a scoring that is made for the snapshot.
    private func scores(
        _ items: [CatalogueItem],
        _ make: (CatalogueSnapshot) -> ItemScoring
    ) throws -> [String: Float] {
        let snapshot = try CatalogueSnapshot.of(items)
        let rows = snapshot.rows(ofKind: "listing")
        let scores = ScoredRows(rows, of: snapshot.code(ofKind: "listing"), in: snapshot).scores(by: make(snapshot))
        return Dictionary(uniqueKeysWithValues: zip(rows.map { snapshot.id(of: $0).id }, scores))
    }

    private func column(_ name: String, _ snapshot: CatalogueSnapshot) -> Int {
        snapshot.kinds.column(of: name, kind: snapshot.code(ofKind: "listing"))!
    }

    private func isNear(_ one: Float?, _ other: Float) -> Bool { one.map { abs($0 - other) < 1e-4 } ?? false }

    @Test func `is the weight inside of a range of numbers, half of it at the width, and a share if it is missing`()
        throws
    {
        let items = [("below", 1.0), ("least", 2), ("inside", 3), ("greatest", 4), ("above", 5)].map { id, bedrooms in
            CatalogueItem.listing(id) { $0.attributes["bedrooms"] = .number(bedrooms) }
        }
        let scores = try scores(items + [.listing("missing")]) { snapshot in
            var scoring = ItemScoring()
            let column = ItemScoring.NumberColumn.attribute(column("bedrooms", snapshot))
            scoring.numbers = [ItemScoring.NumberTerm(column, .linear, near: 2...4, width: 1, weight: 3)]
            return scoring
        }
        for id in ["least", "inside", "greatest"] { #expect(scores[id] == 3) }
        for id in ["below", "above"] { #expect(scores[id] == 1.5) }
        #expect(scores["missing"] == 3 * ItemScoring.missingShare)
    }

    @Test func `takes prices in other currencies as missing`() throws {
        let items = ["USD", "CAD"].map { currency in
            CatalogueItem.listing(currency) { $0.price = Money(amount: 100, currency: currency) }
        }
        let scores = try scores(items + [.listing("none")]) { snapshot in
            var scoring = ItemScoring()
            let column = ItemScoring.NumberColumn.price(currency: snapshot.code(of: "USD")!)
            scoring.numbers = [ItemScoring.NumberTerm(column, .octaves, near: 0...10, width: 1, weight: 1)]
            return scoring
        }
        #expect(scores["USD"] == 1)
        #expect(scores["CAD"] == ItemScoring.missingShare)
        #expect(scores["none"] == ItemScoring.missingShare)
    }

    @Test func `is the weight within the radius of a place, half of it at the width from there`() throws {
        let degree = 180 / (.pi * Coordinate.earthRadius)
        let items = [("center", 0.0), ("edge", 999), ("half", 3_000), ("far", 100_000)].map { id, meters in
            CatalogueItem.listing(id) {
                $0.place = Coordinate(latitude: 41.65 + meters * degree, longitude: -83.54)
            }
        }
        let scores = try scores(items + [.listing("nowhere")]) { _ in
            var scoring = ItemScoring()
            scoring.places = [ItemScoring.PlaceTerm(Self.town, radius: 1_000, width: 2_000, weight: 2)]
            return scoring
        }
        #expect(scores["center"] == 2 && scores["edge"] == 2)
        // Places are within a metre.
        #expect(abs(scores["half"]! - 1) < 1e-3)
        #expect(scores["far"]! < 0.01)
        #expect(scores["nowhere"] == 2 * ItemScoring.missingShare)
    }

    @Test func `is that of the text or flag, or the one of all others`() throws {
        let items: [CatalogueItem] = [
            .listing("one") { $0.attributes = ["type": .text("one"), "garden": .flag(true)] },
            .listing("two") { $0.attributes = ["type": .text("two"), "garden": .flag(false)] },
            .listing("bilevel") { $0.attributes["type"] = .text("bilevel") }, .listing("none"),
        ]
        let types = try scores(items) { snapshot in
            var scoring = ItemScoring()
            let texts = [("one", 3 as Float), ("two", 2)].map { (snapshot.code(of: $0)!, $1) }
            scoring.texts = [ItemScoring.TextTerm(.attribute(column("type", snapshot)), texts, other: 1)]
            return scoring
        }
        #expect(types == ["one": 3, "two": 2, "bilevel": 1, "none": 1])
        let flags = try scores(items) { snapshot in
            var scoring = ItemScoring()
            scoring.texts = [ItemScoring.TextTerm(.attribute(column("garden", snapshot)), [(2, 1), (1, 0.5)])]
            return scoring
        }
        #expect(flags == ["one": 1, "two": 0.5, "bilevel": 0, "none": 0])
    }

    @Test func `is more for newer and for more popular items`() throws {
        let items = [("new", 10), ("half", 9), ("old", 0), ("announced", 20)].map { id, hour in
            CatalogueItem.listing(id) { $0.listedAt = Instant(seconds: 3_600 * hour) }
        }
        let ages = try scores(items) { _ in
            var scoring = ItemScoring()
            scoring.recency = ItemScoring.RecencyTerm(weight: 2, halfAge: 1, now: 10)
            return scoring
        }
        #expect(ages["new"] == 2 && ages["announced"] == 0)
        #expect(ages["half"] == 1)
        #expect(ages["old"]! < 0.2)
        let popularity = try scores(items) { snapshot in
            var scoring = ItemScoring()
            scoring.popularityWeight = 0.5
            let new = snapshot.row(of: CatalogueItem.ID(kind: "listing", id: "new"))
            scoring.popularity = snapshot.mapRows(from: 0) { row, _ in row == new ? 255 : 0 }
            return scoring
        }
        #expect(popularity == ["new": 0.5, "half": 0, "old": 0, "announced": 0])
    }

    @Test func `is the sum of all terms, those of another scoring times a factor`() throws {
        let items: [CatalogueItem] = [
            .listing("both") { $0.attributes = ["type": .text("one"), "bedrooms": .number(3)] },
            .listing("type") { $0.attributes = ["type": .text("one"), "bedrooms": .number(1_000_000)] },
        ]
        let scores = try scores(items) { snapshot in
            var (scoring, added) = (ItemScoring(), ItemScoring())
            scoring.texts = [
                ItemScoring.TextTerm(.attribute(column("type", snapshot)), [(snapshot.code(of: "one")!, 1)])
            ]
            let bedrooms = ItemScoring.NumberColumn.attribute(column("bedrooms", snapshot))
            added.numbers = [ItemScoring.NumberTerm(bedrooms, .linear, near: 3...3, width: 1, weight: 2)]
            added.texts = scoring.texts
            scoring.add(added, times: 10)
            return scoring
        }
        #expect(isNear(scores["both"], 1 + 10 * (2 + 1)))
        #expect(isNear(scores["type"], 1 + 10))
    }
}
