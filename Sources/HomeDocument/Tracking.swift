import Bytes

/// What stands behind a `tracking` token: where in which home something was shown. A client sends the token back with
/// what it tells its analytics, and need not know what it means.
///
/// Tracking is no part of a widget's or an item's content: an item that moves is the same item. It is covered by the
/// revision of the document alone.
public struct Tracking: Hashable, Sendable {
    /// The revision of the config that the home was made by.
    public var config: Revision
    /// The id of the segment.
    public var segment: String
    /// The id of the widget.
    public var widget: String
    /// The arms that the user was in, of the experiments that counted in the segment.
    public var arms: [ExperimentArm]
    /// The place of an item in the widget; `nil` where the token is the widget's own.
    public var place: Place?

    /// Where in its widget an item stands, and why.
    public struct Place: Hashable, Sendable {
        /// How many items stand before it, those of the pages before its own included.
        public var rank: Int
        /// The kind of the source that put it there; `nil` where it stands in for what sources have not found.
        public var source: String?

        /// The place of an item that `source` put behind `rank` others.
        public init(rank: Int, source: String?) {
            self.rank = rank
            self.source = source
        }
    }

    /// The longest id that a token can hold, in bytes.
    public static let maximumLength = 255

    /// What was shown in the widget `widget` of `segment`. All ids are visible ASCII, of at most ``maximumLength`` bytes.
    public init(config: Revision, segment: String, widget: String, arms: [ExperimentArm], place: Place? = nil) {
        self.config = config
        self.segment = segment
        self.widget = widget
        self.arms = arms
        self.place = place
    }
}
