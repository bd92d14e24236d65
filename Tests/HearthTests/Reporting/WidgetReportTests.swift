import JSON
import Testing

@testable import Catalogue
@testable import hearth

enum Samples {
    static let days: ClosedRange<Int32> = 100...127

    static func total(
        _ segment: String = "s",
        _ widget: String = "w",
        arms: String = "",
        rank: Int16,
        day: Int32 = 110,
        shown: Int64,
        opened: Int64,
        saved: Int64 = 0,
        dismissed: Int64 = 0
    ) -> EventTotal {
        let key = EventTotal.Key(
            day: day,
            widget: WidgetID(segment: segment, widget: widget),
            arms: arms,
            rank: rank
        )
        return EventTotal(
            key: key,
            counts: EventTotal.Counts(shown: shown, opened: opened, saved: saved, dismissed: dismissed)
        )
    }
}

@Suite struct `A report` {
    private static let report = Report(
        of: [
            Samples.total(arms: "x=a", rank: 0, day: 100, shown: 10, opened: 2, saved: 1),
            Samples.total(arms: "x=a", rank: 0, day: 127, shown: 5, opened: 1, dismissed: 1),
            Samples.total(arms: "x=b", rank: 0, shown: 7, opened: 0),
            Samples.total(arms: "x=b", rank: 12, shown: 4, opened: 1),
            Samples.total(arms: "x=a", rank: 10, shown: 3, opened: 1),
            Samples.total(arms: "x=a", rank: 2, shown: 2, opened: 1),
            Samples.total(arms: "x=a", rank: -1, shown: 9, opened: 3, dismissed: 2),
            Samples.total(arms: "x=b", rank: -1, shown: 1, opened: 1),
            Samples.total("s", "a", rank: -1, shown: 1, opened: 0),
            Samples.total("r", "z", rank: 0, shown: 1, opened: 0),
            Samples.total(arms: "x=a", rank: 0, day: 99, shown: 1_000, opened: 1_000),
            Samples.total(arms: "x=a", rank: 0, day: 128, shown: 1_000, opened: 1_000),
        ],
        [],
        days: Samples.days
    )

    @Test func `sums the days of each widget, arm and rank`() throws {
        let report = Self.report
        #expect(report.widgets.map { "\($0.widget.segment)/\($0.widget.widget)" } == ["r/z", "s/a", "s/w"])
        let widget = report.widgets[2]
        #expect(widget.byArms.map { $0.arms } == ["x=a", "x=b"])
        let first = widget.byArms[0].counts
        #expect(first.visits == EventTotal.Counts(shown: 9, opened: 3, dismissed: 2))
        #expect(first.ranks.map { $0.rank } == [0, 2, 10])
        #expect(first.ranks[0].counts == EventTotal.Counts(shown: 15, opened: 3, saved: 1, dismissed: 1))
        #expect(first.items == EventTotal.Counts(shown: 20, opened: 5, saved: 1, dismissed: 1))
        #expect(widget.all.visits == EventTotal.Counts(shown: 10, opened: 4, dismissed: 2))
        #expect(widget.all.items == EventTotal.Counts(shown: 31, opened: 6, saved: 1, dismissed: 1))
        #expect(widget.all.ranks.map { $0.rank } == [0, 2, 10, 12])
        #expect(report.widgets[0].byArms.map { $0.arms } == [""])
        #expect(report.widgets[0].all.visits == EventTotal.Counts.zero)
    }

    @Test func `merges the ranks above 9`() {
        let rows = Self.report.widgets[2].all.table("w").rows
        #expect(rows.map { $0[0] } == ["visits", "items", "rank 0", "rank 2", "rank 10+"])
        #expect(rows[4][1...5] == ["7", "2", "0", "0", "28.57%"])
        let saved = WidgetCounts([Samples.total(rank: -1, shown: 0, opened: 0, saved: 1_234)]).table("w")
        #expect(saved.rows[0] == ["visits", "0", "0", "1,234", "0", "-", "-"])
    }

    @Test func `covers whole days up to today`() {
        #expect(Report.days(28, through: 127) == Samples.days)
        #expect(Report.days(1, through: 127) == 127...127)
        #expect(NumberText.date(0) == "1970-01-01" && NumberText.date(20_597) == "2026-05-24")
        #expect(Report(of: [], [], days: Samples.days).isEmpty && !Self.report.isEmpty)
    }

    @Test func `is written as JSON`() throws {
        let arms = SimulatedUsers.experiment(200, scales: (0.5, 0.9), seed: 3)
        let totals = [
            Samples.total("s\"", arms: "x=control", rank: 0, day: 100, shown: 20, opened: 5, saved: 1),
            Samples.total("s\"", arms: "x=control", rank: -1, day: 100, shown: 0, opened: 0, dismissed: 1),
        ]
        let report = Report(of: totals, arms, days: Samples.days)
        guard case .object(let document) = try JSONValue(parsing: report.json) else {
            Issue.record("no object")
            return
        }
        #expect(Set(document.keys) == ["since", "through", "confidence", "widgets", "experiments"])
        #expect(document["since"] == .string("1970-04-11") && document["through"] == .string("1970-05-08"))
        let interval = try #require(IntervalEstimate(count: 5, of: 20)?.interval)
        let items: JSONValue = .object([
            "shown": .integer(20), "opened": .integer(5), "saved": .integer(1), "dismissed": .integer(0),
            "rate": .object([
                "value": .number(0.25), "low": .number(interval.lowerBound), "high": .number(interval.upperBound),
            ]),
        ])
        let visits: JSONValue = .object([
            "shown": .integer(0), "opened": .integer(0), "saved": .integer(0), "dismissed": .integer(1),
        ])
        guard case .object(var rank) = items else { return }
        rank["rank"] = .integer(0)
        let counts: [String: JSONValue] = ["visits": visits, "items": items, "ranks": .array([.object(rank)])]
        let names: [String: JSONValue] = ["segment": .string("s\""), "widget": .string("w")]
        let byArms: JSONValue = .object(counts.merging(["arms": .string("x=control")]) { $1 })
        #expect(
            document["widgets"]
                == .array([.object(counts.merging(names) { $1 }.merging(["byArms": .array([byArms])]) { $1 })])
        )

        guard case .array(let experiments) = document["experiments"], case .object(let x) = experiments.first,
            case .array(let list) = x["arms"], list.count == 2, case .object(let first) = list[0],
            case .object(let second) = list[1], case .object(let comparison) = second["comparison"]
        else {
            Issue.record("\(document["experiments"] ?? .null)")
            return
        }
        #expect(x["experiment"] == .string("x"))
        let names2: Set = ["arm", "users", "visits", "shown", "opened", "openingsPerVisit"]
        #expect(Set(first.keys) == names2 && Set(second.keys) == names2.union(["comparison"]))
        #expect(first["users"] == .integer(200) && first["visits"] == .integer(arms[0].sums.visits))
        #expect(comparison["with"] == .string("control") && comparison["excludesZero"] == .bool(true))
        #expect(Set(comparison.keys) == ["with", "difference", "lift", "excludesZero"])
        let found = try #require(report.experiments[0].arms[1].comparison)
        let expected = try #require(found.lift?.interval)
        #expect(
            comparison["lift"]
                == .object([
                    "value": .number(try #require(found.lift).value), "low": .number(expected.lowerBound),
                    "high": .number(expected.upperBound),
                ])
        )
    }
}
