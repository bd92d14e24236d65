import Catalogue

/// How long it takes until an opening counts half for what is popular.
public enum HalfLife: Int, CaseIterable, Sendable {
    case day, week, month

    public var days: Int { [1, 7, 30][rawValue] }
}

public enum OpeningOrder: Hashable, Sendable {
    /// By openings, of which one counts half after a time.
    case popular(HalfLife)
    /// By how much more often an item is opened this week than is usual for it.
    case trending

    private static let weekPerMonth = Float(HalfLife.week.days) / Float(HalfLife.month.days)

    /// The score of an item; 0 or less if it is not in the order.
    ///
    /// Trends are in standard deviations: `(w − m) / √(m + 1)`, where `w` are the openings of about a week, and `m` those
    /// that would be expected from the openings of about a month.
    func score(of slot: Int, in model: InteractionModel) -> Float {
        switch self {
        case .popular(let halfLife): return model.openings(of: slot, halfLife)
        case .trending:
            let expected = model.openings(of: slot, .month) * Self.weekPerMonth
            return (model.openings(of: slot, .week) - expected) / (expected + 1).squareRoot()
        }
    }
}

extension InteractionModel {
    /// The slots of the items in an order. Sorting takes about 200 ns for each.
    func slots(by order: OpeningOrder) -> [UInt32] {
        let scores = lists.indices.map { order.score(of: $0, in: self) }
        // Slots are numbered in the order of events.
        return scores.indices.filter { scores[$0] > 0 }
            .sorted { scores[$0] == scores[$1] ? $0 < $1 : scores[$0] > scores[$1] }.map { UInt32($0) }
    }
}

extension CatalogueSnapshot {
    /// - Parameter query: Conditions on the items; its order does not count.
    public func rows(
        by order: OpeningOrder,
        _ learned: LearnedIndex,
        matching query: ItemQuery,
        at now: Instant,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [ItemRow] {
        guard learned.snapshot.contentID == contentID else { return [] }
        return rows(learned.rows(by: order), matching: query, at: now, limit: limit, without: excluded)
    }
}
