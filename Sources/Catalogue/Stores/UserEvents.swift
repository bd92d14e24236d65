/// What users do: an append-only log, and the record of each user that is derived from it.
public protocol UserEventStore: Sendable {
    /// Appends the actions of a user, in the order given, and brings the user's record up to date with them, all or none.
    ///
    /// A search equal to the user's last one is not appended again. An item that is opened again counts as opened last.
    /// - Parameter now: Unix seconds (UTC).
    /// - Throws: `StoreError.unknownItem` naming the first item that the store does not have.
    func append(_ actions: [UserAction], by user: UserID, at now: Int64) async throws(StoreError)

    /// Forgets all that is known of the user, their events included.
    func forget(_ user: UserID) async throws(StoreError)

    /// What is known of the user; ``UserRecord/empty`` where that is nothing.
    func record(of user: UserID) async throws(StoreError) -> UserRecord

    /// The events behind `position`, in their order, which is the same for every process.
    func events(after position: Int64, limit: Int) async throws(StoreError) -> [UserEvent]

    /// Deletes the events before `moment`, in Unix seconds (UTC). Records stay as they are. Many events are deleted in several
    /// transactions: where it throws, some may be deleted.
    /// - Returns: how many were deleted.
    func deleteEvents(before moment: Int64) async throws(StoreError) -> Int
}

/// What a user can do.
public enum UserAction: Hashable, Sendable {
    /// Searched for listings or items of another kind.
    case searched(UserSearch)
    /// Opened an item.
    case opened(CatalogueItem.ID)
}

/// A search.
public struct UserSearch: Hashable, Sendable {
    /// The kind of item that was searched for.
    public var kind: String
    /// The conditions.
    public var filter: ItemFilter

    /// A search for items of `kind` that meet `filter`.
    public init(kind: String = "listing", filter: ItemFilter) {
        self.kind = kind
        self.filter = filter
    }
}

/// An action in the log.
public struct UserEvent: Hashable, Sendable {
    /// The place in the log, above 0 and never given twice. It is assigned under the store's write lock: an event that becomes
    /// visible later has a greater one.
    public let position: Int64
    /// The user.
    public let user: UserID
    /// What the user did.
    public let action: UserAction
    /// When the store recorded it, in Unix seconds (UTC).
    public let at: Int64

    /// An event of these values.
    public init(position: Int64, user: UserID, action: UserAction, at: Int64) {
        self.position = position
        self.user = user
        self.action = action
        self.at = at
    }
}

/// What a store knows of a user, as far as a home needs it.
public struct UserRecord: Hashable, Sendable {
    /// The last search.
    public var lastSearch: UserSearch?
    /// The items opened last, the latest first, each once, at most ``openedLimit``.
    public var opened: [CatalogueItem.ID]

    /// How many opened items are remembered of a user.
    public static let openedLimit = 1_000

    /// The record of a user who has done nothing yet.
    public static let empty = UserRecord(lastSearch: nil, opened: [])

    /// A record of these values.
    public init(lastSearch: UserSearch?, opened: [CatalogueItem.ID]) {
        self.lastSearch = lastSearch
        self.opened = opened
    }
}

/// Which events an external recommendation service has taken.
public protocol Outbox: Sendable {
    /// The position of the last event that the service has acknowledged; 0 where there is none.
    func acknowledgedPosition() async throws(StoreError) -> Int64

    /// Records that the service has taken the events up to and including `position`.
    func acknowledge(through position: Int64) async throws(StoreError)
}
