import Catalogue

/// Finds the reasons why items are recommended: the greatest part of the score of each.
///
/// Except for what users open together, a part must be at least half of the greatest possible one: the most popular of
/// unpopular items is not called popular. The last search is no reason: `fit` tells how an item fits it.
struct ReasonFinder {
    private let ranking: RecommendationRanking
    private let opened: [Int: OpenedTexts]
    private let recency: ItemScoring.RecencyTerm
    private let nearness: ItemScoring.PlaceTerm?

    init(_ ranking: RecommendationRanking) {
        self.ranking = ranking
        (recency, nearness) = (ranking.recency, ranking.nearness)
        opened = ranking.profiles.mapValues {
            OpenedTexts(ranking.activity.opened, kind: $0.kind, in: ranking.snapshot)
        }
    }

    /// The reason for each item; `nil` if nothing stands out.
    func reasons(for rows: [RankedRow]) -> [RecommendationReason?] {
        let snapshot = ranking.snapshot
        var reasons = Array(repeating: nil as RecommendationReason?, count: rows.count)
        for kind in Set(rows.map { snapshot.kindCode(of: $0.row) }) {
            let places = rows.indices.filter { snapshot.kindCode(of: rows[$0].row) == kind }
            let ofKind = places.map { rows[$0].row }
            let profile = ranking.profiles[kind]?.scoring ?? ItemScoring()
            let fits = snapshot.scores(of: ofKind, kind: kind, by: profile)
            let popularities = snapshot.scores(of: ofKind, kind: kind, by: ranking.popularity)
            let greatest = profile.greatest
            for (index, place) in places.enumerated() {
                reasons[place] = reason(for: rows[place], kind, (fits[index], greatest), popularities[index])
            }
        }
        return reasons
    }

    /// - Parameter profile: The part of the item's score for the user's preferences, and the greatest possible one.
    private func reason(
        for ranked: RankedRow,
        _ kind: Int,
        _ profile: (part: Float, most: Float),
        _ popularity: Float
    ) -> RecommendationReason? {
        let (snapshot, weights, row) = (ranking.snapshot, ranking.weights, ranked.row)
        var (reason, greatest) = (nil as RecommendationReason?, Float(0))
        func consider(_ part: Float, of most: Float = 0, _ found: @autoclosure () -> RecommendationReason?) {
            if part > greatest, 2 * part >= most { (reason, greatest) = (found(), part) }
        }
        if let neighbour = ranked.neighbour.map({ ranking.neighbours[$0] }) {
            consider(neighbour.likeness, .openedTogether(with: UInt8(neighbour.closest)))
        }
        consider(profile.part, of: profile.most, opened[kind]?.closest(to: row, in: snapshot).map { .likeOpened($0) })
        var isNearby = false
        if let nearness, let place = snapshot.place(of: row) {
            let part = nearness.score(of: place)
            isNearby = 2 * part >= nearness.weight
            consider(part, of: nearness.weight, .nearby)
        }
        consider(popularity, of: weights.popularity, isNearby ? .popularNearby : .popular)
        if reason == .nearby, popularity > 0, 2 * popularity >= weights.popularity { reason = .popularNearby }
        let recency = recency.score(listedAt: snapshot.listedAt(row))
        consider(recency, of: weights.recency, snapshot.brand(of: row) == nil ? .new : .newInBrand)
        return reason
    }
}

/// The texts of the opened items of a kind: their brands, categories and attributes.
private struct OpenedTexts {
    private let columns: [ItemScoring.TextColumn]
    /// Of each opened item, the index in the user's record, and the code in each column.
    private var items: [(index: UInt8, codes: [UInt32])] = []

    init(_ opened: [(row: ItemRow, index: Int)], kind: Int, in snapshot: CatalogueSnapshot) {
        let columns = snapshot.statistics(of: kind).texts.map(\.column)
        self.columns = columns
        items = opened.filter { snapshot.kindCode(of: $0.row) == kind }.map { opened in
            (UInt8(opened.index), columns.map { snapshot.code($0, of: opened.row) })
        }
    }

    /// The index of the opened item that has most texts in common with another item.
    func closest(to row: ItemRow, in snapshot: CatalogueSnapshot) -> UInt8? {
        let codes = columns.map { snapshot.code($0, of: row) }
        var closest: (count: Int, index: UInt8)?
        for item in items {
            var count = 0
            for index in codes.indices where codes[index] != 0 && codes[index] == item.codes[index] { count += 1 }
            if closest.map({ count > $0.count }) ?? true { closest = (count, item.index) }
        }
        return closest?.index
    }
}
