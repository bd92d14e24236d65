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
    /// The visits in which items of the widget were shown, and opened; and how often the widget itself was dismissed.
    let visits: EventTotal.Counts
    let items: EventTotal.Counts
    /// By the number of items before it in the widget, ascending. The last rank may stand for greater ones, too.
    let ranks: [(rank: Int, counts: EventTotal.Counts)]

    /// The ranks from 0 on that ``namedRanks`` tells from each other.
    private static let individualRanks = 10

    init(_ totals: [EventTotal]) {
        var byRank = Dictionary(grouping: totals, by: \.key.rank).mapValues { $0.map(\.counts).sum() }
        visits = byRank.removeValue(forKey: EventTotal.Key.wholeWidget) ?? .zero
        items = byRank.values.sum()
        ranks = byRank.sorted { $0.key < $1.key }.map { (Int($0.key), $0.value) }
    }

    /// The ranks `0` to `9`, and the sum of the others as `10+`.
    var namedRanks: [(name: String, counts: EventTotal.Counts)] {
        let others = ranks.drop { $0.rank < Self.individualRanks }
        let named = ranks.dropLast(others.count).map { ("\($0.rank)", $0.counts) }
        return others.isEmpty ? named : named + [("\(Self.individualRanks)+", others.map(\.counts).sum())]
    }
}

extension Sequence<EventTotal.Counts> {
    fileprivate func sum() -> EventTotal.Counts { reduce(into: .zero) { $0 += $1 } }
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
