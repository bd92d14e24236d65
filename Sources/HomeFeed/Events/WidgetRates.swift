import Catalogue
import Synchronization

/// In how many visits all users saw and opened each widget.
public final class WidgetRates: Sendable {
    static let days: Int32 = 28

    /// Each table has the sums of the ``days`` before a day.
    private let tables = Mutex<[(day: Int32, sums: [WidgetID: EventTotal.Counts])]>([])

    public init() {}

    /// The first day whose totals ``update(with:today:)`` needs.
    public static func firstDay(today: Int32) -> Int32 { today - days - 1 }

    /// Takes the totals from ``firstDay(today:)`` to yesterday, for visits that begin today or yesterday.
    public func update(with totals: [EventTotal], today: Int32) {
        var new = [today, today - 1].map { (day: $0, sums: [:] as [WidgetID: EventTotal.Counts]) }
        for total in totals where total.key.rank == EventTotal.Key.wholeWidget {
            for index in new.indices where (new[index].day - Self.days..<new[index].day).contains(total.key.day) {
                new[index].sums[total.key.widget, default: .zero] += total.counts
            }
        }
        tables.withLock { $0 = new }
    }

    /// The sums of the ``days`` before a day, for a visit that began on it. They do not change during the visit.
    func counts(before day: Int32) -> [WidgetID: EventTotal.Counts] {
        tables.withLock { tables in (tables.first { $0.day <= day } ?? tables.last)?.sums ?? [:] }
    }
}
