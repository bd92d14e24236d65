import Catalogue
import Observability

/// Metrics of the totals of users' events. All servers of one store show the same values.
struct EventTotalsMetrics: Sendable {
    private let events = GaugeTable(
        "hearth_widget_events",
        "Events of items of a widget in the last 28 days, by rank of the item.",
        by: ["segment", "widget", "arms", "rank", "event"]
    )
    private let visits = GaugeTable(
        "hearth_widget_visits",
        "Visits of the last 28 days in which a widget was shown, opened or dismissed.",
        by: ["segment", "widget", "arms", "event"]
    )
    private let users = experimentTable("hearth_experiment_users", "Users of an arm")
    private let experimentVisits = experimentTable("hearth_experiment_visits", "Visits of the users of an arm")
    private let openings = experimentTable("hearth_experiment_openings", "Items opened by the users of an arm")

    /// ``events`` and ``visits`` sum these days, including the current one.
    static let days: Int32 = 28
    /// Combinations of a widget and arms that were shown most. The others are summed under ``Label/otherValue``. Each
    /// has up to 11 · 4 series by rank and event, and 3 of visits.
    static let maximumWidgets = 200
    /// Arms with most visits. The others are summed.
    static let maximumArms = 256

    init(in registry: inout MetricsRegistry) {
        registry.add(events, visits, users, experimentVisits, openings)
    }

    private static func experimentTable(_ name: String, _ help: String) -> GaugeTable {
        GaugeTable(name, "\(help) of an experiment since its start.", by: ["experiment", "arm"])
    }

    func show(_ report: Report) {
        var (events, visits): ([[String]: Double], [[String]: Double]) = ([:], [:])
        for (key, counts) in Self.bounded(Self.widgets(of: report), to: Self.maximumWidgets, by: \.shown) {
            for rank in counts.namedRanks {
                let key = key + [rank.name]
                for (event, count) in rank.counts.byEvent {
                    events[key + [event.description], default: 0] += Double(count)
                }
            }
            // A widget is never saved.
            for (event, count) in counts.visits.byEvent where event.description != "saved" {
                visits[key + [event.description], default: 0] += Double(count)
            }
        }
        self.events.replace(with: events)
        self.visits.replace(with: visits)

        let arms = report.experiments.flatMap { experiment in
            experiment.arms.map { (key: [experiment.experiment, $0.arm], value: $0.sums) }
        }
        let bounded = Self.bounded(arms, to: Self.maximumArms, by: \.visits)
        func show(_ count: (ArmTotal.Sums) -> Int64, in table: GaugeTable) {
            table.replace(with: Dictionary(bounded.map { ($0.key, Double(count($0.value))) }, uniquingKeysWith: +))
        }
        show(\.users, in: users)
        show(\.visits, in: experimentVisits)
        show(\.opened, in: openings)
    }

    private static func widgets(of report: Report) -> [(key: [String], value: WidgetCounts)] {
        report.widgets.flatMap { widget in
            widget.byArms.map { ([widget.widget.segment, widget.widget.widget, $0.arms], $0.counts) }
        }
    }

    /// The entries with the greatest sizes. The others get the key ``Label/otherValue``.
    private static func bounded<Value>(
        _ entries: [(key: [String], value: Value)],
        to limit: Int,
        by size: (Value) -> Int64
    ) -> [(key: [String], value: Value)] {
        if entries.count <= limit { return entries }
        let sorted = entries.sorted { one, other in
            let sizes = (size(one.value), size(other.value))
            return sizes.0 != sizes.1 ? sizes.0 > sizes.1 : one.key.lexicographicallyPrecedes(other.key)
        }
        return sorted.prefix(limit - 1)
            + sorted.dropFirst(limit - 1).map { ($0.key.map { _ in Label.otherValue }, $0.value) }
    }
}

extension WidgetCounts {
    fileprivate var shown: Int64 { visits.shown + items.shown }
}
