import SeededRandom

@testable import Catalogue

/// Random items and rankings of them: values that repeat or are missing, prices in several currencies, and places on
/// both sides of the date line.
enum RandomRanking {
    private static let ids = 1..<200
    private static let dateLine = Coordinate(latitude: -16.9, longitude: 179.99)!

    private static func chance(_ percent: Int, _ random: inout SplitMix64) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    // MARK: Items

    /// Most listings are in `toledo`; a fourth are in `maumee`, which is on the date line here.
    static func item(_ number: Int, _ random: inout SplitMix64) -> CatalogueItem {
        let isListing = number % 6 > 0
        var item = CatalogueItem(
            id: .init(kind: isListing ? "listing" : "product", id: "\(number)"),
            title: "\(number)",
            market: chance(65, &random)
                ? "toledo" : chance(70, &random) ? "maumee" : chance(50, &random) ? "oregon" : nil,
            listedAt: chance(5, &random) ? 0 : SampleItems.start + 43_200 * Int64.random(in: 0..<400, using: &random),
            expiresAt: chance(10, &random)
                ? SampleItems.start + 86_400 * Int64.random(in: 0..<400, using: &random) : nil
        )
        if chance(5, &random) { item.status = .sold }
        if chance(90, &random) { item.price = price(&random) }
        if chance(90, &random) { item.place = place(isOnDateLine: item.market == "maumee", &random) }
        if chance(40, &random) {
            let id = "b\(Int.random(in: ids, using: &random))"
            item.brand = Brand(id: id, name: id)
        }
        item.category = ["shirts", "shoes", "trousers", nil].randomElement(using: &random)!
        item.collections = ["sale", "new", "under-100"].filter { _ in chance(10, &random) }
        if isListing {
            addAttributes(to: &item, &random)
        } else if chance(70, &random) {
            item.attributes["rating"] = .number(Double(Int.random(in: 2...10, using: &random)) / 2)
        }
        return item
    }

    private static func addAttributes(to item: inout CatalogueItem, _ random: inout SplitMix64) {
        let types = ["one", "two", "one+half", "bilevel"]
        if chance(90, &random) { item.attributes["type"] = .text(types.randomElement(using: &random)!) }
        if chance(90, &random) {
            item.attributes["bedrooms"] = .number(Double.random(in: 0...6, using: &random).rounded())
        }
        if chance(2, &random) { item.attributes["bathrooms"] = .number(Double.random(in: 1...4, using: &random)) }
        if chance(80, &random) { item.attributes["area"] = .number(Double.random(in: -5...400, using: &random)) }
        if chance(40, &random) { item.attributes["garden"] = .flag(Bool.random(using: &random)) }
    }

    private static func price(_ random: inout SplitMix64) -> Money {
        let round = [0, 5_000_000, 10_000_000, 20_000_000] as [Int64]
        let amount =
            chance(30, &random) ? round.randomElement(using: &random)! : .random(in: 1..<40_000_000, using: &random)
        return Money(amount: amount, currency: chance(80, &random) ? "USD" : chance(50, &random) ? "CAD" : "EUR")
    }

    private static func place(isOnDateLine: Bool, _ random: inout SplitMix64) -> Coordinate {
        if !isOnDateLine { return `Queries of a catalogue snapshot`.randomPlace(&random) }
        if chance(20, &random) { return dateLine }
        let east = Double.random(in: 0...0.4, using: &random)
        return Coordinate(
            latitude: Double.random(in: -17.1 ... -16.7, using: &random),
            longitude: east < 0.2 ? 180 - east : east - 0.2 - 180
        )!
    }

    // MARK: Rankings

    static func request(
        _ snapshot: CatalogueSnapshot,
        _ items: [CatalogueItem],
        _ random: inout SplitMix64
    ) -> RankingRequest {
        let kind = chance(80, &random) ? "listing" : "product"
        var request = RankingRequest(
            count: Int.random(in: 1...50, using: &random),
            kind: kind,
            scoring: scoring(of: kind, snapshot, &random),
            query: ItemQuery(kinds: [kind], filter: chance(60, &random) ? ItemFilter() : filter(&random)),
            now: SampleItems.start + 86_400 * 150
        )
        request.wanted = filter(&random)
        request.wider = request.wanted
        (request.wider.price, request.wider.attributes) = (.all, [:])
        if chance(50, &random) { request.excluded = Set(items.filter { _ in chance(10, &random) }.map(\.id)) }
        return request
    }

    private static func filter(_ random: inout SplitMix64) -> ItemFilter {
        var filter = `Queries of a catalogue snapshot`.randomFilter(&random)
        if filter.place != nil, chance(30, &random) {
            filter.place = Area(center: dateLine, radius: .random(in: 1_000...20_000, using: &random))
        }
        return filter
    }

    private static func scoring(
        of kind: String,
        _ snapshot: CatalogueSnapshot,
        _ random: inout SplitMix64
    ) -> ItemScoring {
        var scoring = ItemScoring()
        let code = snapshot.kinds.code(of: kind)!
        func weight() -> Float { .random(in: 0...1, using: &random) }
        func column(_ name: String) -> Int? { snapshot.kinds.column(of: name, kind: code) }
        func add(_ column: ItemScoring.NumberColumn, _ greatest: Float) {
            let scale = chance(50, &random) ? NumberScale.linear : .octaves
            let ends = (0..<2).map { _ in scale.position(of: .random(in: 1...greatest, using: &random)) }.sorted()
            let range = chance(50, &random) ? ends[0]...ends[0] : ends[0]...ends[1]
            let width = scale == .octaves ? 0.7 : greatest / 8
            scoring.numbers.append(ItemScoring.NumberTerm(column, scale, near: range, width: width, weight: weight()))
        }
        func add(_ column: ItemScoring.TextColumn, _ texts: [String]) {
            let codes = Set(texts.compactMap { snapshot.code(of: $0) }).sorted()
            let other = chance(20, &random) ? weight() : 0
            scoring.texts.append(ItemScoring.TextTerm(column, codes.map { ($0, weight()) }, other: other))
        }
        for currency in ["USD", "USD", "CAD"].compactMap({ snapshot.code(of: $0) }) where chance(40, &random) {
            add(.price(currency: currency), 40_000_000)
        }
        for (name, greatest) in [("bedrooms", 6 as Float), ("bathrooms", 4), ("area", 400), ("rating", 5)] {
            if let column = column(name), chance(50, &random) { add(.attribute(column), greatest) }
        }
        if chance(50, &random) { add(.brand, (0..<3).map { _ in "b\(Int.random(in: ids, using: &random))" }) }
        if chance(40, &random) { add(.category, ["shoes", "shirts"]) }
        if let type = column("type"), chance(40, &random) { add(.attribute(type), ["two"]) }
        if let garden = column("garden"), chance(30, &random) {
            scoring.texts.append(ItemScoring.TextTerm(.attribute(garden), [(2, weight()), (0, weight())]))
        }
        for isOnDateLine in [false, false, true] where chance(30, &random) {
            let center = place(isOnDateLine: isOnDateLine, &random)
            let (radius, width) = (
                Float.random(in: 0...3_000, using: &random), Float.random(in: 500...5_000, using: &random)
            )
            scoring.places.append(ItemScoring.PlaceTerm(center, radius: radius, width: width, weight: weight()))
        }
        if chance(50, &random) {
            let now = (SampleItems.start + 86_400 * 150).seconds / 3_600
            scoring.recency = ItemScoring.RecencyTerm(weight: weight(), halfAge: 14 * 24, now: now)
        }
        if chance(50, &random) {
            scoring.popularityWeight = weight()
            scoring.popularity = snapshot.mapRows(from: 0) { NaiveRanking.popularity($1) }
        }
        return scoring
    }
}
