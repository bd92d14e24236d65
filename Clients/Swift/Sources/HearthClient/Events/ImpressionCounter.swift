import Foundation

public struct VisibleItem: Hashable, Sendable {
    public let widget, item, tracking: String
    /// The visible share of the item, from 0 to 1.
    public let fraction: Double

    public init(widget: String, item: String, tracking: String, fraction: Double) {
        (self.widget, self.item, self.tracking, self.fraction) = (widget, item, tracking, fraction)
    }

    fileprivate var element: PageElement { PageElement(.item, widget: widget, item: item) }
}

/// Counts an item of a widget as shown once at least half of it was visible for a second.
///
/// The token of an event names the widget, so an item that two widgets show has an event for each.
public struct ImpressionCounter: Sendable {
    /// The items of which half is visible.
    private var visible: [PageElement: (item: VisibleItem, start: Date)] = [:]
    private var counted: Set<PageElement> = []

    public init() {}

    /// When to call `update` at the latest, though nothing moves.
    public var nextTime: Date? { visible.values.map(\.start).min()?.addingTimeInterval(1) }

    /// Returns the `shown` events that are due.
    /// - Parameter items: All that are visible from `time` until the next call; none when the page disappears.
    public mutating func update(_ items: [VisibleItem], at time: Date) -> [Event] {
        let due = visible.values.filter { time.timeIntervalSince($0.start) >= 1 }
            .sorted { ($0.start, $0.item.widget, $0.item.item) < ($1.start, $1.item.widget, $1.item.item) }
        counted.formUnion(due.map(\.item.element))
        let half = items.filter { $0.fraction >= 0.5 && !counted.contains($0.element) }
        visible = Dictionary(half.map { ($0.element, visible[$0.element] ?? ($0, time)) }) { first, _ in first }
        return due.map { Event(.shown, item: $0.item.item, tracking: $0.item.tracking, at: $0.start + 1) }
    }

    /// Counts all items again. Call it when the user comes back to the page. After a refresh, it would count again what has
    /// long been on the screen.
    public mutating func reset() { self = ImpressionCounter() }
}
