import Catalogue

struct WidgetReport {
    let widget: WidgetID
    let all: WidgetCounts
    /// The same by the users' ``EventTotal/Key/arms``, sorted; one entry, without arms, if no user was in an experiment.
    let byArms: [(arms: String, counts: WidgetCounts)]

    init(_ widget: WidgetID, _ totals: [EventTotal]) {
        self.widget = widget
        all = WidgetCounts(totals)
        byArms = Dictionary(grouping: totals, by: \.key.arms).sorted { $0.key < $1.key }
            .map { ($0.key, WidgetCounts($0.value)) }
    }
}

struct WidgetCounts {
    /// The number of items before it in the widget; the last rank of a widget may stand for greater ones, too.
    typealias Rank = (rank: Int, counts: EventTotal.Counts)

    /// The visits in which items of the widget were shown, and opened; and how often the widget itself was dismissed.
    let visits: EventTotal.Counts
    let items: EventTotal.Counts
    /// By the rank of the item, ascending.
    let ranks: [Rank]

    init(_ totals: [EventTotal]) {
        func sum(_ totals: [EventTotal]) -> EventTotal.Counts { totals.reduce(into: .init()) { $0 += $1.counts } }
        var byRank = Dictionary(grouping: totals, by: \.key.rank)
        visits = sum(byRank.removeValue(forKey: EventTotal.Key.wholeWidget) ?? [])
        items = sum(byRank.values.flatMap(\.self))
        ranks = byRank.sorted { $0.key < $1.key }.map { (Int($0.key), sum($0.value)) }
    }

    /// The ranks below ``individualRanks``, and the sum of the others under the rank ``individualRanks``.
    var mergedRanks: [Rank] {
        var merged = ranks.filter { $0.rank < Self.individualRanks }
        let others = ranks.dropFirst(merged.count)
        if !others.isEmpty {
            merged.append((Self.individualRanks, others.reduce(into: .init()) { $0 += $1.counts }))
        }
        return merged
    }

    /// The ranks from 0 on that ``mergedRanks`` tells from each other.
    static let individualRanks = 10

    /// `9`, or `10+` for the last of the ``mergedRanks``.
    static func name(ofMerged rank: Int) -> String { rank < individualRanks ? "\(rank)" : "\(rank)+" }
}

extension EventTotal.Counts {
    /// Openings in relation to how often something was shown; `nil` if it was neither shown nor opened.
    ///
    /// Clients may report that an item was opened, but not that it was shown. So it counts as shown at least as often
    /// as it was opened.
    var openingRate: IntervalEstimate? { IntervalEstimate(count: opened, of: max(shown, opened)) }

    /// In the order of tables and JSON.
    var byEvent: [(event: StaticString, count: Int64)] {
        [("shown", shown), ("opened", opened), ("saved", saved), ("dismissed", dismissed)]
    }
}
