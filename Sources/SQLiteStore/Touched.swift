/// What a transaction has changed, of what has a version.
struct Touched: OptionSet {
    let rawValue: UInt8

    /// Items, in a ``SQLiteCatalogueStore`` also how many users have opened them.
    static let catalogue = Self(rawValue: 1)
    /// What anyone has opened, in a ``SQLiteStore``.
    static let openings = Self(rawValue: 2)
    /// What is kept of a user.
    static let users = Self(rawValue: 4)
}
