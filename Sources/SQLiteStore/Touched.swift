/// What a transaction has changed.
struct Touched: OptionSet {
    let rawValue: UInt8

    /// Items, or how many users have opened them.
    static let items = Self(rawValue: 1)
    /// Records of users.
    static let users = Self(rawValue: 2)
}
