import Catalogue
import Synchronization

/// In how many visits all users saw and opened each widget.
public final class WidgetRates: Sendable {
    static let days: Int32 = 28

    /// The sums of the ``WidgetRates/days`` before `day`.
    private struct Table {
        let day: Int32
        var sums: [WidgetID: EventTotal.Counts] = [:]
    }

    private let tables = Mutex<[Table]>([])

    public init() {}

    /// The first day whose totals ``update(with:today:)`` needs.
    public static func firstDay(today: Int32) -> Int32 { today - days - 1 }

    /// Takes the totals from ``firstDay(today:)`` to yesterday, for visits that begin today or yesterday.
    public func update(with totals: [EventTotal], today: Int32) {
        var new = [Table(day: today), Table(day: today - 1)]
        for total in totals where total.key.rank == EventTotal.Key.wholeWidget {
            for index in new.indices where (new[index].day - Self.days..<new[index].day).contains(total.key.day) {
                new[index].sums[total.key.widget, default: EventTotal.Counts()] += total.counts
            }
        }
        tables.withLock { $0 = new }
    }

    /// The sums of the ``days`` before a day, for a visit that began on it. They do not change during the visit.
    func counts(before day: Int32) -> [WidgetID: EventTotal.Counts] {
        tables.withLock { tables in (tables.first { $0.day <= day } ?? tables.last)?.sums ?? [:] }
    }
}
