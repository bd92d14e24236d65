import Catalogue

/// What users did with the widgets of homes in some days, and how the arms of experiments differ.
struct Report: Hashable, Sendable {
    /// ``EventTotal/Key/day``.
    let days: ClosedRange<Int32>
    let widgets: [WidgetReport]
    /// By ID. Experiments are not limited to the ``days``.
    let experiments: [ExperimentReport]

    /// - Parameter totals: Those of other days are ignored.
    init(of totals: [EventTotal], _ arms: [ArmTotal], days: ClosedRange<Int32>) {
        self.days = days
        var counts: [WidgetID: [String: WidgetCounts]] = [:]
        for total in totals where days.contains(total.key.day) {
            counts[total.key.widget, default: [:]][total.key.arms, default: WidgetCounts()]
                .add(total.counts, rank: total.key.rank)
        }
        widgets = counts.map { WidgetReport($0, $1) }
            .sorted { ($0.widget.segment, $0.widget.widget) < ($1.widget.segment, $1.widget.widget) }
        experiments = Dictionary(grouping: arms, by: \.arm.experiment).map { ExperimentReport($0, $1) }
            .sorted { $0.experiment < $1.experiment }
    }

    var isEmpty: Bool { widgets.isEmpty && experiments.isEmpty }

    static func days(_ count: Int32, through day: Int32) -> ClosedRange<Int32> { day - count + 1...day }
}

extension WidgetReport {
    fileprivate init(_ widget: WidgetID, _ counts: [String: WidgetCounts]) {
        self.widget = widget
        byArms = counts.map { ArmsCounts(arms: $0, counts: $1) }.sorted { $0.arms < $1.arms }
        var all = WidgetCounts()
        for counts in counts.values { all += counts }
        self.all = all
    }
}

extension WidgetCounts {
    fileprivate static func += (sum: inout Self, other: Self) {
        sum.visits += other.visits
        for rank in other.ranks { sum.add(rank.counts, rank: Int16(rank.rank)) }
    }
}
