/// What a store knows of a user, as far as a home needs it.
public struct UserRecord: Hashable, Sendable {
    /// The criteria that the user searched for last.
    public var lastSearch: SearchCriteria?
    /// The listings that the user opened last, the newest first, at most ``recentLimit``.
    public var recentlyOpened: [ListingHit]

    /// How many opened listings a record carries at most.
    public static let recentLimit = 20

    /// A user of whom nothing is known.
    public static let unknown = UserRecord(lastSearch: nil, recentlyOpened: [])

    /// A record of these values.
    public init(lastSearch: SearchCriteria?, recentlyOpened: [ListingHit]) {
        self.lastSearch = lastSearch
        self.recentlyOpened = recentlyOpened
    }
}
