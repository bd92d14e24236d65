import Catalogue

/// A question to the catalogue: which items to recommend to a user.
public struct RecommendationQuery: Hashable, Sendable {
    /// The user's record.
    public var record: UserRecord
    /// Where the user is, where that is known.
    public var place: Coordinate?
    /// The names of the kinds; empty for the kind of the last search, or else of the item opened last, or else
    /// listings.
    public var kinds: [String]
    /// Conditions on all items that are recommended.
    public var filter: ItemFilter

    /// A query for items of `kinds` that meet `filter`, for a user of this record who is at `place`.
    public init(
        record: UserRecord = .empty,
        place: Coordinate? = nil,
        kinds: [String] = [],
        filter: ItemFilter = ItemFilter()
    ) {
        self.record = record
        self.place = place
        self.kinds = kinds
        self.filter = filter
    }
}

/// An item that is recommended, or similar to another one.
public struct RecommendedItem: Sendable {
    /// Its row in the snapshot that was asked.
    public let row: ItemRow
    /// How well it suits the user, or how like it is to the other item, 0…1. To be compared only within one result, and
    /// there only among the items that fit the last search, or only among those that do not.
    public let score: Double
    /// The mismatches with the user's last search; `nil` where the user has not searched for items of its kind.
    public let fit: SearchFit?
}
