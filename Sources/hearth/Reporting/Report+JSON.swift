import Catalogue
import HomeFeed

extension Report {
    /// Numbers are not rounded. Members without a value are missing.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { document in
            document.member("since", NumberText.date(days.lowerBound))
            document.member("through", NumberText.date(days.upperBound))
            document.member("confidence", IntervalEstimate.confidence)
            document.objects("widgets", widgets) { $0.members(of: $1) }
            document.objects("experiments", experiments) { object, experiment in
                object.member("experiment", experiment.experiment)
                object.objects("arms", experiment.arms) { $0.members(of: $1, comparedWith: experiment.arms[0].arm) }
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(of widget: WidgetReport) {
        member("segment", widget.widget.segment)
        member("widget", widget.widget.widget)
        members(of: widget.all)
        objects("byArms", widget.byArms) { object, counts in
            object.member("arms", counts.arms)
            object.members(of: counts.counts)
        }
    }

    private mutating func members(of counts: WidgetCounts) {
        object("visits") { $0.members(of: counts.visits) }
        object("items") { $0.members(of: counts.items) }
        objects("ranks", counts.ranks) { object, rank in
            object.member("rank", rank.rank)
            object.members(of: rank.counts)
        }
    }

    private mutating func members(of counts: EventTotal.Counts) {
        for (event, count) in counts.byEvent { member(event, Int(count)) }
        member("rate", counts.openingRate)
    }

    fileprivate mutating func members(of arm: ExperimentReport.ArmReport, comparedWith first: String) {
        member("arm", arm.arm)
        for (name, count) in arm.counts { member(name, Int(count)) }
        member("openingsPerVisit", arm.openingsPerVisit)
        guard let comparison = arm.comparison else { return }
        object("comparison") { object in
            object.member("with", first)
            object.member("difference", comparison.difference)
            object.member("lift", comparison.lift)
            if let excludesZero = comparison.excludesZero { object.member("excludesZero", excludesZero) }
        }
    }

    private mutating func member(_ key: StaticString, _ estimate: IntervalEstimate?) {
        guard let estimate else { return }
        object(key) { object in
            object.member("value", estimate.value)
            guard let interval = estimate.interval else { return }
            object.member("low", interval.lowerBound)
            object.member("high", interval.upperBound)
        }
    }
}
