@testable import Catalogue

/// What a retrieval is asked for.
struct RankingRequest {
    /// The most items of each list.
    var count = 10
    var kind: String
    var scoring = ItemScoring()
    var query: ItemQuery
    var wanted = ItemFilter()
    var wider = ItemFilter()
    var now: Instant = 0
    var excluded: Set<CatalogueItem.ID> = []

    var prior: Prior {
        let recency = scoring.recency ?? ItemScoring.RecencyTerm(weight: 0, halfAge: 1, now: 0)
        return Prior(popularity: scoring.popularityWeight, recency: recency)
    }
}

/// Lists and scores of items by looking at every item: what those of a snapshot have to equal.
struct NaiveRanking {
    let catalogue: NaiveCatalogue
    /// The popularity of an item in parts of 255.
    static func popularity(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 8) }

    /// All items that a request asks for.
    func items(of request: RankingRequest, meeting filter: ItemFilter? = nil) -> [CatalogueItem] {
        var ids = Set(catalogue.candidates(of: request.query, at: request.now).map(\.id))
        if let filter {
            let query = ItemQuery(kinds: [request.kind], filter: filter)
            ids.formIntersection(catalogue.candidates(of: query, at: request.now).map(\.id))
        }
        return ids.subtracting(request.excluded).compactMap { catalogue.entries[$0]?.item }
    }

    /// An item with its prior by a request.
    struct Candidate {
        let item: CatalogueItem
        let hash: UInt64
        let prior: Float

        init(_ item: CatalogueItem, _ request: RankingRequest) {
            self.item = item
            hash = item.id.hash
            let popularity = request.scoring.popularity.isEmpty ? 0 : Float(NaiveRanking.popularity(hash))
            let recency = request.prior.recency.greatest(listedBy: item.newAt.seconds / 3_600)
            prior = request.prior.popularity * popularity / 255 + recency
        }
    }

    /// The first of the items by a score, then the latest listed, then by their hashes.
    func best(_ count: Int, of items: [Candidate], by score: (Candidate) -> Float) -> Set<CatalogueItem.ID> {
        let sorted = items.map { (score: score($0), candidate: $0) }.sorted { one, other in
            if one.score != other.score { return one.score > other.score }
            let (one, other) = (one.candidate, other.candidate)
            return one.item.newAt == other.item.newAt ? one.hash < other.hash : one.item.newAt > other.item.newAt
        }
        return Set(sorted.prefix(count).map(\.candidate.item.id))
    }

    /// The sum of the terms, in the order in which the snapshot adds them: scores are equal to the last bit.
    func score(of item: CatalogueItem, _ scoring: ItemScoring, _ snapshot: CatalogueSnapshot) -> Float {
        var sum: Float = 0
        if !scoring.popularity.isEmpty {
            sum = scoring.popularityWeight * Float(Self.popularity(item.id.hash)) / 255
        }
        for term in scoring.numbers {
            let place = number(term.column, of: item, snapshot).map { term.scale.position(of: Float($0)) } ?? .nan
            let distance = max(0, term.range.lowerBound - place, place - term.range.upperBound)
            sum += score(place.isNaN ? nil : distance, term.width, term.weight)
        }
        for term in scoring.places {
            let meters = item.place.map { term.center.chord(to: $0) }
            sum += score(meters.map { max(0, $0 - term.radius) }, term.width, term.weight)
        }
        for term in scoring.texts {
            let code = code(term.column, of: item, snapshot)
            sum += term.scores.first { $0.text == code }?.score ?? term.other
        }
        if let recency = scoring.recency {
            let age = recency.now - item.newAt.seconds / 3_600
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

    func code(_ column: ItemScoring.TextColumn, of item: CatalogueItem, _ snapshot: CatalogueSnapshot) -> UInt32 {
        func code(_ text: String?) -> UInt32 { text.flatMap { snapshot.code(of: $0) } ?? 0 }
        switch column {
        case .brand: return code(item.brand?.id)
        case .category: return code(item.category)
        default:
            switch attribute(column.ofValues - RowValues.attributes, of: item, snapshot) {
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
