import Foundation

public struct VisibleItem: Hashable, Sendable {
    public let item, tracking: String
    /// The visible share of the item, from 0 to 1.
    public let fraction: Double

    public init(item: String, tracking: String, fraction: Double) {
        (self.item, self.tracking, self.fraction) = (item, tracking, fraction)
    }
}

/// Counts an item as shown once at least half of it was visible for a second.
public struct ImpressionCounter: Sendable {
    /// The items of which half is visible.
    private var visible: [String: (start: Date, tracking: String)] = [:]
    private var counted: Set<String> = []

    public init() {}

    /// When to call `update` at the latest, though nothing moves.
    public var nextTime: Date? { visible.values.map(\.start).min()?.addingTimeInterval(1) }

    /// Returns the `shown` events that are due.
    /// - Parameter items: All that are visible from `time` until the next call.
    public mutating func update(_ items: [VisibleItem], at time: Date) -> [Event] {
        let due = visible.filter { time.timeIntervalSince($0.value.start) >= 1 }.sorted { $0.key < $1.key }
        counted.formUnion(due.map(\.key))
        let half = items.filter { $0.fraction >= 0.5 && !counted.contains($0.item) }
        visible = Dictionary(half.map { ($0.item, visible[$0.item] ?? (time, $0.tracking)) }) { first, _ in first }
        return due.map { Event(.shown, item: $0.key, tracking: $0.value.tracking, at: $0.value.start + 1) }
    }

    /// Counts all items again. Call it for a new home.
    public mutating func reset() { self = ImpressionCounter() }
}
