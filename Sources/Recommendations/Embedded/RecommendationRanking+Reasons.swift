import Catalogue

extension RecommendationRanking {
    /// The reason why each item is recommended: the greatest part of its score; `nil` if nothing stands out.
    ///
    /// Except for what users open together, a part must be at least half of the greatest possible one: the most popular
    /// of unpopular items is not called popular.
    func reasons(for rows: [RankedRow]) -> [Reason?] {
        var reasons = [Reason?](repeating: nil, count: rows.count)
        let (nearness, recency) = (nearness, recency)
        for kind in Set(rows.map { snapshot.kindCode(of: $0.row) }) {
            let indices = rows.indices.filter { snapshot.kindCode(of: rows[$0].row) == kind }
            let values = ScoredRows(indices.map { rows[$0].row }, of: kind, in: snapshot)
            let profile = profiles[kind] ?? ItemScoring()
            let (fits, popularities) = (values.scores(by: profile), values.scores(by: popularity))
            let (mostFitting, opened) = (profile.greatest, OpenedTexts(activity.opened, kind: kind, in: snapshot))
            for (number, index) in indices.enumerated() {
                let (ranked, popularity) = (rows[index], popularities[number])
                var greatest = GreatestPart()
                if let neighbour = ranked.neighbour.map({ neighbours[$0] }) {
                    greatest.consider(neighbour.likeness, Reason(.openedTogether, Int32(neighbour.closest)))
                }
                let closest = opened.closest(to: number, of: values)
                greatest.consider(fits[number], of: mostFitting, closest.map { Reason(.likeOpened, $0) })
                var isNearby = false
                if let nearness, let place = snapshot.place(of: ranked.row) {
                    let part = nearness.score(of: place)
                    isNearby = 2 * part >= nearness.weight
                    greatest.consider(part, of: nearness.weight, Reason(.nearby))
                }
                greatest.consider(popularity, of: weights.popularity, Reason(isNearby ? .popularNearby : .popular))
                if greatest.reason?.kind == .nearby, popularity > 0, 2 * popularity >= weights.popularity {
                    greatest.reason = Reason(.popularNearby)
                }
                let newness = recency.score(listedIn: snapshot.listedAt(ranked.row).seconds / 3_600)
                let isOfBrand = snapshot.brand(of: ranked.row) != nil
                greatest.consider(newness, of: weights.recency, Reason(isOfBrand ? .newInBrand : .new))
                reasons[index] = greatest.reason
            }
        }
        return reasons
    }
}

private struct GreatestPart {
    var reason: Reason?
    private var score: Float = 0

    mutating func consider(_ part: Float, of most: Float = 0, _ found: @autoclosure () -> Reason?) {
        if part > score, 2 * part >= most { (reason, score) = (found(), part) }
    }
}

/// The texts of the opened items of a kind: their brands, categories and attributes.
private struct OpenedTexts {
    private let columns: [ItemScoring.TextColumn]
    /// Of each opened item, the index in the user's record, and the code in each column.
    private var items: [(index: Int32, codes: [UInt32])] = []

    init(_ opened: [(row: ItemRow, index: Int)], kind: Int, in snapshot: CatalogueSnapshot) {
        let columns = snapshot.statistics(of: kind).texts.map(\.column)
        self.columns = columns
        items = opened.filter { snapshot.kindCode(of: $0.row) == kind }.map { opened in
            (Int32(opened.index), columns.map { snapshot.code($0, of: opened.row) })
        }
    }

    /// The index of the opened item that has most texts in common with a row.
    func closest(to row: Int, of values: ScoredRows) -> Int32? {
        if items.isEmpty { return nil }
        var counts = OpeningWeights.Ranked<Int>(repeating: 0)
        for (index, column) in columns.enumerated() {
            let code = values.code(column, at: row)
            if code == 0 { continue }
            for item in items.indices where items[item].codes[index] == code { counts[item] += 1 }
        }
        let greatest = items.indices.reduce(0) { counts[$1] > counts[$0] ? $1 : $0 }
        return items[greatest].index
    }
}
