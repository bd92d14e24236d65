import Catalogue

/// Finds the reason why an item is recommended: the greatest part of its score.
///
/// Except for what users open together, a part must be at least half of the greatest possible one: the most popular of
/// unpopular items is not called popular. The last search is no reason: `fit` tells how an item fits it.
struct ReasonFinder {
    private let ranking: RecommendationRanking
    private let neighbours: [ItemRow: LearnedIndex.Neighbour]
    /// By kind.
    private let profiles: [Int: ItemScoring]

    init(_ ranking: RecommendationRanking) {
        self.ranking = ranking
        neighbours = Dictionary(ranking.neighbours.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
        let kinds = Set(ranking.activity.opened.map { ranking.snapshot.kindCode(of: $0.row) })
        profiles = Dictionary(uniqueKeysWithValues: kinds.map { ($0, ranking.profile(of: $0)) })
    }

    /// The reason for an item; `nil` if nothing stands out.
    func reason(for row: ItemRow) -> RecommendationReason? {
        let (snapshot, weights) = (ranking.snapshot, ranking.weights)
        var (reason, greatest) = (nil as RecommendationReason?, Float(0))
        func consider(_ part: Float, of most: Float = 0, _ found: @autoclosure () -> RecommendationReason?) {
            if part > greatest, 2 * part >= most { (reason, greatest) = (found(), part) }
        }
        if let neighbour = neighbours[row] {
            consider(neighbour.likeness, .openedTogether(with: UInt8(neighbour.closest)))
        }
        if let profile = profiles[snapshot.kindCode(of: row)] {
            consider(snapshot.score(of: row, by: profile), of: profile.greatest, closestOpened(to: row))
        }
        var isNearby = false
        if let nearness = ranking.nearness, let place = snapshot.place(of: row) {
            let part = nearness.score(of: place)
            isNearby = 2 * part >= nearness.weight
            consider(part, of: nearness.weight, .nearby)
        }
        let popularity = snapshot.score(of: row, by: ranking.popularity)
        consider(popularity, of: weights.popularity, isNearby ? .popularNearby : .popular)
        if reason == .nearby, popularity > 0, 2 * popularity >= weights.popularity { reason = .popularNearby }
        let recency = ranking.recency.score(listedAt: snapshot.listedAt(row))
        consider(recency, of: weights.recency, snapshot.brand(of: row) == nil ? .new : .newInBrand)
        return reason
    }

    /// The opened item that has most texts in common with another: its brand, category and attributes.
    private func closestOpened(to row: ItemRow) -> RecommendationReason? {
        let snapshot = ranking.snapshot
        let kind = snapshot.kindCode(of: row)
        let columns = snapshot.statistics(of: kind).texts.map(\.column)
        var closest: (count: Int, index: Int)?
        for (opened, index) in ranking.activity.opened where snapshot.kindCode(of: opened) == kind {
            let count = columns.count { column in
                let code = snapshot.code(column, of: row)
                return code != 0 && code == snapshot.code(column, of: opened)
            }
            if closest.map({ count > $0.count }) ?? true { closest = (count, index) }
        }
        return closest.map { .likeOpened(UInt8($0.index)) }
    }
}
