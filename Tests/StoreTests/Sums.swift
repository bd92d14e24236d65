@testable import Catalogue

/// Totals that are computed from all events of each user at once.
struct Sums {
    private(set) var places: [EventTotal.Key: EventTotal.Counts] = [:]
    private(set) var arms: [EventOrigin.Arm: ArmTotal.Sums] = [:]

    private struct VisitedWidget: Hashable {
        let visit: Int
        let widget: WidgetID
    }

    /// Adds the events of one user, in the order in which they were stored.
    mutating func add(_ events: [ReportedEvent]) {
        let visits = Self.visits(of: events)
        var (shownWidgets, openedWidgets) = (Set<VisitedWidget>(), Set<VisitedWidget>())
        var counted: [EventOrigin.Arm: (visits: Set<Int>, shown: Int, opened: Int)] = [:]
        for (event, visit) in zip(events, visits) {
            guard let place = event.origin, let counts = Self.counts(of: event) else { continue }
            let names = place.arms.map { "\($0.experiment)=\($0.arm)" }.sorted().joined(separator: ",")
            func add(_ counts: EventTotal.Counts, rank: Int) {
                let day = EventTotal.day(of: event.at)
                let key = EventTotal.Key(day: day, widget: place.widget, arms: names, rank: Int16(rank))
                places[key, default: EventTotal.Counts.zero] += counts
            }
            if let rank = place.rank {
                add(counts, rank: min(rank, 99))
            } else if counts.dismissed > 0 {
                add(counts, rank: -1)
            }
            let widget = VisitedWidget(visit: visit, widget: place.widget)
            if counts.shown + counts.opened > 0, shownWidgets.insert(widget).inserted {
                add(EventTotal.Counts(shown: 1), rank: -1)
            }
            if counts.opened > 0, openedWidgets.insert(widget).inserted {
                add(EventTotal.Counts(opened: 1), rank: -1)
            }
            for arm in place.arms {
                counted[arm, default: ([], 0, 0)].visits.insert(visit)
                counted[arm, default: ([], 0, 0)].shown += Int(counts.shown)
                counted[arm, default: ([], 0, 0)].opened += Int(counts.opened)
            }
        }
        for (arm, of) in counted {
            arms[arm, default: ArmTotal.Sums()].add(visits: of.visits.count, of.shown, opened: of.opened)
        }
    }

    /// The number of the visit of each event.
    private static func visits(of events: [ReportedEvent]) -> [Int] {
        var (number, end) = (0, Instant.distantPast)
        return events.map { event in
            if end != .distantPast, event.at >= end + 30 * 60 { number += 1 }
            end = max(end, event.at)
            return number
        }
    }

    private static func counts(of event: ReportedEvent) -> EventTotal.Counts? {
        switch event.content {
        case .shown: EventTotal.Counts(shown: 1)
        case .action(.opened): EventTotal.Counts(opened: 1)
        case .action(.saved): EventTotal.Counts(saved: 1)
        case .action(.dismissed), .action(.dismissedWidget): EventTotal.Counts(dismissed: 1)
        default: nil
        }
    }
}

extension ArmTotal.Sums {
    /// Adds a user with these numbers.
    mutating func add(visits: Int, _ shown: Int, opened: Int) {
        users += 1
        self.visits += Int64(visits)
        self.shown += Int64(shown)
        self.opened += Int64(opened)
        visitsSquared += Int64(visits * visits)
        openedSquared += Int64(opened * opened)
        visitsOpened += Int64(visits * opened)
    }
}
