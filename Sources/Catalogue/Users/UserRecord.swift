/// The ID of a user.
public struct UserID: Hashable, Sendable {
    /// The ID as the client sent it.
    public let rawValue: String

    /// Replaces the ID of a forgotten user in the log.
    public static let erased = UserID(unchecked: "")

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// `nil` if `rawValue` is not an ``Identifier``.
    public init?(_ rawValue: String) {
        guard Identifier.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// An FNV-1a hash for sharding. The lowest bits are the best; not safe against chosen IDs.
    package var shardHash: UInt64 {
        rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// An action of a user.
public enum UserAction: Hashable, Sendable {
    case searched(UserSearch)
    case opened(CatalogueItem.ID)
    /// The user was forgotten: whatever was learned from earlier events must be learned again without the user's.
    /// Logged by ``UserEventStore/forget(_:)`` alone.
    case forgotten
}

/// A search.
public struct UserSearch: Hashable, Sendable {
    /// The kind of the items.
    public var kind: String
    /// The conditions.
    public var filter: ItemFilter

    /// A search for items of `kind` that meet `filter`.
    public init(kind: String = "listing", filter: ItemFilter) {
        self.kind = kind
        self.filter = filter
    }
}

/// A logged action.
public struct UserEvent: Hashable, Sendable {
    /// The place in the log, above 0 and never reused. Assigned under the store's write lock: an event that becomes
    /// visible later has a greater position.
    public let position: Int64
    /// The user; ``UserID/erased`` if the user was forgotten and no external service has to be told.
    public let user: UserID
    /// The action.
    public let action: UserAction
    /// The time of the action, in Unix seconds (UTC).
    public let at: Int64

    /// An event of these values.
    public init(position: Int64, user: UserID, action: UserAction, at: Int64) {
        self.position = position
        self.user = user
        self.action = action
        self.at = at
    }
}

/// What a home needs of a user's history.
public struct UserRecord: Hashable, Sendable {
    /// The last search.
    public var lastSearch: UserSearch?
    /// The last opened items, the latest first, without repetition, at most ``openedLimit``.
    public var opened: [CatalogueItem.ID]

    /// The maximum number of ``opened`` items.
    public static let openedLimit = 1_000

    /// The record of a new user.
    public static let empty = UserRecord(lastSearch: nil, opened: [])

    /// A record of these values.
    public init(lastSearch: UserSearch?, opened: [CatalogueItem.ID]) {
        self.lastSearch = lastSearch
        self.opened = opened
    }

    /// Applies an action.
    /// - Returns: its effect on the counts of users who opened items; `nil` if it changes nothing and is not logged.
    public mutating func apply(_ action: UserAction) -> Change? {
        switch action {
        case .searched(let search):
            if lastSearch == search { return nil }
            lastSearch = search
            return Change(firstOpened: nil, forgotten: nil)
        case .opened(let id):
            let index = opened.firstIndex(of: id)
            if let index { opened.remove(at: index) }
            opened.insert(id, at: 0)
            let forgotten = opened.count > Self.openedLimit ? opened.removeLast() : nil
            return Change(firstOpened: index == nil ? id : nil, forgotten: forgotten)
        case .forgotten: return nil
        }
    }

    /// The effect of an action on the counts of users who opened items.
    public struct Change: Hashable, Sendable {
        /// An item with one more user.
        public var firstOpened: CatalogueItem.ID?
        /// An item with one user less, because the record no longer holds it.
        public var forgotten: CatalogueItem.ID?
    }
}
