/// What a user did, for a recommendation service to learn from.
public struct Feedback: Hashable, Sendable {
    /// What it may be that a user did.
    public enum Event: Hashable, Sendable {
        /// Opened an item for the first time.
        case opened(ItemID)
        /// Searched for something else than before.
        case searched(SearchCriteria)
    }

    /// The place in the order in which the feedback came, above 0 and never given twice. Whatever can be read later than
    /// this stands at a greater one, so that nothing is acknowledged that nobody has read.
    public let position: Int64
    /// Who it was.
    public let user: UserID
    /// What it was.
    public let event: Event
    /// When it was, in Unix seconds (UTC), by the clock that the store was opened with.
    public let at: Int64

    /// Feedback of these values.
    public init(position: Int64, user: UserID, event: Event, at: Int64) {
        self.position = position
        self.user = user
        self.event = event
        self.at = at
    }
}
