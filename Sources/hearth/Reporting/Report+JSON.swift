import Catalogue
import HomeFeed

extension Report {
    /// The report as JSON, without rounding. Members without a value are missing.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { document in
            document.member("since", NumberText.date(days.lowerBound))
            document.member("through", NumberText.date(days.upperBound))
            document.member("confidence", IntervalEstimate.confidence)
            document.array("widgets") { array in
                for widget in widgets { array.object { $0.members(of: widget) } }
            }
            document.array("experiments") { array in
                for experiment in experiments {
                    array.object { object in
                        object.member("experiment", experiment.experiment)
                        object.array("arms") { arms in
                            for arm in experiment.arms {
                                arms.object { $0.members(of: arm, comparedWith: experiment.arms[0].arm) }
                            }
                        }
                    }
                }
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
        array("byArms") { array in
            for counts in widget.byArms {
                array.object { object in
                    object.member("arms", counts.arms)
                    object.members(of: counts.counts)
                }
            }
        }
    }

    private mutating func members(of counts: WidgetCounts) {
        object("visits") { $0.members(of: counts.visits) }
        object("items") { $0.members(of: counts.items) }
        array("ranks") { array in
            for rank in counts.ranks {
                array.object { object in
                    object.member("rank", rank.rank)
                    object.members(of: rank.counts)
                }
            }
        }
    }

    private mutating func members(of counts: EventTotal.Counts) {
        member("shown", Int(counts.shown))
        member("opened", Int(counts.opened))
        member("saved", Int(counts.saved))
        member("dismissed", Int(counts.dismissed))
        member("rate", counts.openingRate)
    }

    fileprivate mutating func members(of arm: ExperimentReport.ArmReport, comparedWith first: String) {
        member("arm", arm.arm)
        member("users", Int(arm.sums.users))
        member("visits", Int(arm.sums.visits))
        member("shown", Int(arm.sums.shown))
        member("opened", Int(arm.sums.opened))
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
            object.member("low", interval.low)
            object.member("high", interval.high)
        }
    }
}
