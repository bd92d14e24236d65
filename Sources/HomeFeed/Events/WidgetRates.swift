import Catalogue
import Synchronization

/// How often the widgets were opened recently by all users, in relation to how often they were shown.
///
/// The numbers of a day are those of the ``window`` days before it. They are whole days, so that the numbers of a visit
/// stay the same until its end; use the day on which it began. Processes that read the same totals have the same
/// numbers. Events that are reported after the end of their day are added when they arrive.
public final class WidgetRates: Sendable {
    private typealias Table = [WidgetID: (shown: Int64, opened: Int64)]

    private struct Tables {
        /// The day of ``today``, see ``EventTotal/Key/day``.
        let day: Int32
        var today: Table = [:]
        var yesterday: Table = [:]
    }

    private let tables = Mutex<Tables?>(nil)

    /// The number of days before a day that count for it.
    public static let window: Int32 = 28

    /// No numbers yet.
    public init() {}

    /// The first day whose totals ``update(with:on:)`` needs.
    public static func firstDay(on day: Int32) -> Int32 { day - 1 - window }

    /// Replaces the numbers of `day` and the day before.
    /// - Parameters:
    ///   - totals: All since ``firstDay(on:)``.
    ///   - day: The current day, see ``EventTotal/Key/day``.
    public func update(with totals: [EventTotal], on day: Int32) {
        var new = Tables(day: day)
        for total in totals where total.key.rank == EventTotal.Key.wholeWidget {
            let (age, counts) = (day - total.key.day, total.counts)
            if (1...Self.window) ~= age { Self.add(counts, of: total.key.widget, to: &new.today) }
            if (1...Self.window) ~= age - 1 { Self.add(counts, of: total.key.widget, to: &new.yesterday) }
        }
        tables.withLock { $0 = new }
    }

    private static func add(_ counts: EventTotal.Counts, of widget: WidgetID, to table: inout Table) {
        let sums = table[widget] ?? (0, 0)
        table[widget] = (sums.shown + counts.shown, sums.opened + counts.opened)
    }

    /// In how many visits of the days before `day` the widget was shown and opened; zeros before the first update.
    ///
    /// The current day and the day before are known. A later day has the numbers of the current one, which happens
    /// between midnight and the next update; an earlier one has those of the day before.
    public func prior(of widget: WidgetID, on day: Int32) -> (shown: Int64, opened: Int64) {
        tables.withLock { tables in
            guard let tables else { return (0, 0) }
            return (day >= tables.day ? tables.today : tables.yesterday)[widget] ?? (0, 0)
        }
    }
}
