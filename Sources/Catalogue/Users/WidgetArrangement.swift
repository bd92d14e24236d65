public struct WidgetID: Hashable, Sendable {
    public let segment: String
    public let widget: String

    public init(segment: String, widget: String) {
        self.segment = segment
        self.widget = widget
    }
}

/// How a user arranged the widgets of a segment, by their IDs. A widget that the config no longer has is ignored.
public struct WidgetArrangement: Hashable, Sendable {
    public var hidden: [String]
    /// Widgets at the top, in order.
    public var pinned: [String]
    /// The order of further widgets. Others keep their places after these.
    public var order: [String]

    /// The maximum length of each list: that of a segment.
    public static let maximumCount = 50

    public static let none = WidgetArrangement(hidden: [], pinned: [], order: [])

    public init(hidden: [String], pinned: [String], order: [String]) {
        self.hidden = hidden
        self.pinned = pinned
        self.order = order
    }
}
