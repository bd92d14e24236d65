public enum UserAction: Hashable, Sendable {
    case searched(UserSearch)
    /// The user opened an item of the catalogue, a brand or a banner.
    ///
    /// `since` says what others may learn from it, so that each user counts once for an item: the time until which the
    /// user counts already; `nil` for a first opening, ``Instant/distantFuture`` beyond the daily limit.
    case opened(CatalogueItem.ID, since: Instant? = nil)
    case saved(CatalogueItem.ID)
    case unsaved(CatalogueItem.ID)
    case dismissed(CatalogueItem.ID)
    case restored(CatalogueItem.ID)
    case dismissedWidget(WidgetID, until: Instant)
    case restoredWidget(WidgetID)
    case arranged(WidgetArrangement, segment: String)
    /// The user was forgotten. Logged by ``UserEventStore/forget(_:)`` alone.
    ///
    /// `openings` has the positions of the user's openings that the log had, in order. It is `nil` if nothing can have been learned
    /// from the user.
    case forgotten(openings: [Int64]?)

    package static func forgetting(_ record: UserRecord?, openings: [Int64]) -> Self {
        // Items that were opened once stay in the record, even if the log no longer has the events.
        let hasOpened = record.map { !$0.opened.isEmpty } ?? !openings.isEmpty
        return .forgotten(openings: hasOpened ? openings : nil)
    }

    public var isForgotten: Bool { code == Self.forgottenCode }
}

public struct UserSearch: Hashable, Sendable {
    public var kind: String
    public var filter: ItemFilter

    public init(kind: String = "listing", filter: ItemFilter) {
        self.kind = kind
        self.filter = filter
    }

    public func newest(after position: SortPosition? = nil) -> ItemQuery {
        ItemQuery(kinds: [kind], filter: filter, sort: .newest, after: position)
    }
}

public struct UserEvent: Hashable, Sendable {
    /// The place in the log, above 0 and never reused. Assigned under the store's write lock: an event that becomes
    /// visible later has a greater position.
    public let position: Int64
    /// The user; ``UserID/erased`` if the user was forgotten and no external service has to be told.
    public let user: UserID
    public let action: UserAction
    public let at: Instant

    public init(position: Int64, user: UserID, action: UserAction, at: Instant) {
        self.position = position
        self.user = user
        self.action = action
        self.at = at
    }
}
