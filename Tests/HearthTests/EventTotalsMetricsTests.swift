import Observability
import PrometheusText
import Testing

@testable import Catalogue
@testable import hearth

@Suite struct `The metrics of totals` {
    private static let day: Int32 = 100

    private static func shown(_ report: Report) throws -> Exposition {
        var registry = MetricsRegistry()
        EventTotalsMetrics(in: &registry).show(report)
        return try Exposition(registry.render())
    }

    private static func totals(_ widget: Int) -> [EventTotal] {
        (-1...40).map { rank in
            let id = WidgetID(segment: "s", widget: "w\(widget)")
            let key = EventTotal.Key(day: day, widget: id, arms: "x=a", rank: Int16(rank))
            return EventTotal(key: key, counts: EventTotal.Counts(shown: Int64(widget + 1), opened: 1))
        }
    }

    @Test func `sum the widgets that were shown least, beyond 200`() throws {
        let totals = (0..<300).flatMap(Self.totals)
        let metrics = try Self.shown(Report(of: totals, [], days: Self.day...Self.day))
        let (events, visits) = (
            metrics.samples.filter { $0.name == "hearth_widget_events" },
            metrics.samples.filter { $0.name == "hearth_widget_visits" }
        )
        #expect(events.count == 200 * 11 * 4 && visits.count == 200 * 3)
        #expect(Set(events.map { $0.labels["widget"] }).count == 200)
        func shown(in widget: String, _ arms: String) -> Double? {
            let segment = widget == "other" ? "other" : "s"
            let labels = ["segment": segment, "widget": widget, "arms": arms, "event": "shown"]
            return metrics.value("hearth_widget_visits", labels)
        }
        #expect(shown(in: "w299", "x=a") == 300 && shown(in: "w101", "x=a") == 102 && shown(in: "w100", "x=a") == nil)
        #expect(shown(in: "other", "other") == Double((1...101).reduce(0, +)))
        // Nothing is lost.
        let sum = events.filter { $0.labels["event"] == "shown" }.reduce(0) { $0 + $1.value }
        #expect(sum == Double(41 * (1...300).reduce(0, +)))
    }

    @Test func `give each of 200 widgets its own series`() throws {
        let metrics = try Self.shown(Report(of: (0..<200).flatMap(Self.totals), [], days: Self.day...Self.day))
        #expect(!metrics.samples.contains { $0.labels["widget"] == "other" })
    }

    @Test func `sum the arms with the fewest visits, beyond 256`() throws {
        let arms = (0..<300).map { index in
            var sums = ArmTotal.Sums()
            (sums.users, sums.visits, sums.opened) = (1, Int64(index + 1), 2)
            return ArmTotal(arm: EventOrigin.Arm(experiment: "x\(index / 16)", arm: "a\(index)"), sums: sums)
        }
        let metrics = try Self.shown(Report(of: [], arms, days: Self.day...Self.day))
        for name in ["users", "visits", "openings"] {
            #expect(metrics.samples.count { $0.name == "hearth_experiment_\(name)" } == 256)
        }
        let other = ["experiment": "other", "arm": "other"]
        #expect(metrics.value("hearth_experiment_users", other) == 45)
        #expect(metrics.value("hearth_experiment_visits", other) == Double((1...45).reduce(0, +)))
        #expect(metrics.value("hearth_experiment_openings", ["experiment": "x18", "arm": "a299"]) == 2)
    }
}
