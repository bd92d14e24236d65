@testable import Catalogue

/// What ``CatalogueSnapshot/best`` is asked for.
struct RankingRequest {
    var count = 10
    var kind: String
    var scoring = ItemScoring()
    /// By item.
    var boosts: [CatalogueItem.ID: Float] = [:]
    var query: ItemQuery
    var filter = ItemFilter()
    var now: Int64 = 0
    var excluded: Set<CatalogueItem.ID> = []
}

struct ScoredItem: Equatable {
    let id: CatalogueItem.ID
    let score: Float
}

extension CatalogueSnapshot {
    /// The best items, as the snapshot finds them.
    func best(_ request: RankingRequest) -> [ScoredItem] {
        guard let kind = kinds.code(of: request.kind) else { return [] }
        // Half of the items are excluded by row, the others by hash.
        let byHash = request.excluded.filter { $0.hash % 2 == 0 || row(of: $0) == nil }
        var excluded = ExcludedItems(hashes: byHash.map(\.hash), bits: 64)
        for row in request.excluded.subtracting(byHash).compactMap({ row(of: $0) }) { excluded.rows.insert(row) }
        let boosts = request.boosts.compactMap { id, score in row(of: id).map { (row: $0, score: score) } }
        var scan = RankingScan(
            self,
            of: kind,
            by: request.scoring,
            boosting: boosts,
            at: request.now,
            without: excluded
        )
        let best = scan.best(request.count, matching: request.query, and: request.filter)
        return best.map { ScoredItem(id: id(of: $0.row), score: $0.score) }
    }
}

/// A ranking that scores every item and sorts them all: what the snapshot's has to equal.
struct NaiveRanking {
    let catalogue: NaiveCatalogue
    /// The popularity of an item in parts of 255.
    static func popularity(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 8) }

    func best(_ request: RankingRequest, in snapshot: CatalogueSnapshot) -> [ScoredItem] {
        var ids = Set(catalogue.candidates(of: request.query, at: request.now).map(\.id))
        if request.filter != ItemFilter() {
            ids.formIntersection(catalogue.candidates(of: ItemQuery(filter: request.filter), at: request.now).map(\.id))
        }
        ids.subtract(request.excluded)
        let items = ids.filter { $0.kind == request.kind }.compactMap { catalogue.entries[$0]?.item }
        let scored = items.map { item in
            let score = score(of: item, request.scoring, snapshot) + (request.boosts[item.id] ?? 0)
            return (score: score, item: item, hash: item.id.hash)
        }
        let sorted = scored.sorted { one, other in
            if one.score != other.score { return one.score > other.score }
            if one.item.newAt != other.item.newAt { return one.item.newAt > other.item.newAt }
            return one.hash < other.hash
        }
        return sorted.prefix(request.count).map { ScoredItem(id: $0.item.id, score: $0.score) }
    }

    /// The sum of the terms, in the order in which the snapshot adds them: scores are equal to the last bit.
    private func score(of item: CatalogueItem, _ scoring: ItemScoring, _ snapshot: CatalogueSnapshot) -> Float {
        var sum: Float = 0
        if !scoring.popularity.isEmpty {
            sum = scoring.popularityWeight * Float(Self.popularity(item.id.hash)) / 255
        }
        for term in scoring.numbers {
            let place = number(term.column, of: item, snapshot).map { term.scale.place(of: $0) } ?? .nan
            let distance = max(0, term.range.lowerBound - place, place - term.range.upperBound)
            sum += score(place.isNaN ? nil : distance, term.width, term.weight)
        }
        for term in scoring.places {
            let meters = item.place.map { term.center.roughDistance(latitude: $0.latitude, longitude: $0.longitude) }
            sum += score(meters.map { max(0, Float($0) - term.radius) }, term.width, term.weight)
        }
        for term in scoring.texts {
            let code = code(term.column, of: item, snapshot)
            sum += term.scores.first { $0.text == code }?.score ?? term.other
        }
        if let recency = scoring.recency {
            let age = recency.now - item.newAt / 3_600
            if age >= 0 { sum += recency.weight / (1 + Float(age) / recency.halfAge) }
        }
        return sum
    }

    private func score(_ distance: Float?, _ width: Float, _ weight: Float) -> Float {
        guard let distance else { return weight * ItemScoring.missingShare }
        let share = distance / width
        return weight / (1 + share * share)
    }

    private func number(
        _ column: ItemScoring.NumberColumn,
        of item: CatalogueItem,
        _ snapshot: CatalogueSnapshot
    ) -> Double? {
        switch column {
        case .price(let currency):
            guard let price = item.price, snapshot.code(of: price.currency) == currency else { return nil }
            return Double(price.amount)
        case .attribute(let column):
            guard case .number(let number) = attribute(column, of: item, snapshot) else { return nil }
            return number
        }
    }

    private func code(_ column: ItemScoring.TextColumn, of item: CatalogueItem, _ snapshot: CatalogueSnapshot) -> UInt32
    {
        func code(_ text: String?) -> UInt32 { text.flatMap { snapshot.code(of: $0) } ?? 0 }
        switch column {
        case .brand: return code(item.brand?.id)
        case .category: return code(item.category)
        case .attribute(let column):
            switch attribute(column, of: item, snapshot) {
            case .text(let text): return code(text)
            case .flag(let flag): return flag ? 2 : 1
            default: return 0
            }
        }
    }

    private func attribute(_ column: Int, of item: CatalogueItem, _ snapshot: CatalogueSnapshot) -> AttributeValue? {
        let names = snapshot.kinds[item.id.kind]?.attributes.map(\.name).sorted() ?? []
        return item.attributes[names[column]]
    }
}
