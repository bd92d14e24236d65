import Foundation

public struct EventType: OpenValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let shown: Self = "shown", opened: Self = "opened", saved: Self = "saved", unsaved: Self = "unsaved"
    public static let dismissed: Self = "dismissed", undo: Self = "undo"
}

/// What the user did with an item or, without one, with the widget of `tracking`.
public struct Event: Codable, Hashable, Sendable {
    public let type: EventType, item, tracking: String?
    /// In ISO 8601.
    public let at: String

    public init(_ type: EventType, item: String? = nil, tracking: String?, at time: Date) {
        (self.type, self.item, self.tracking, at) = (type, item, tracking, time.formatted(.iso8601))
    }
}

public enum EventQueueError: Error, Hashable {
    /// The file has reached 4 MiB.
    case full
    case unreadable(String), unwritable(String)
}

/// What became of the events that were sent.
public struct EventReport: Sendable {
    public internal(set) var accepted = 0
    /// Events that the server will never accept, one by one or all of a batch. They are no longer in the queue.
    public internal(set) var refused: [Refusal] = []
    /// Why the queue still has events.
    public internal(set) var error: HomeError?

    public struct Refusal: Hashable, Sendable { public let event: Event, code, message: String }
}
