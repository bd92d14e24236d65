/// The items that users opened last, by the hash of the user.
///
/// Bounded in two generations: a full young one replaces the old one, and users who return move to the young one.
struct RecentUsers: Sendable {
    typealias Generation = [UInt64: RecentSlots]

    private(set) var young: Generation = [:]
    private(set) var old: Generation = [:]
    private let generationSize: Int

    /// - Parameter limit: The most users, 2 or more.
    init(limit: Int) {
        generationSize = max(1, limit / 2)
    }

    init(limit: Int, young: Generation, old: Generation) {
        self.init(limit: limit)
        self.young = young
        self.old = old
    }

    /// The items of a user; none of a user who was not seen for long.
    subscript(user: UInt64) -> RecentSlots {
        get { young[user] ?? old[user] ?? RecentSlots() }
        set {
            if let index = young.index(forKey: user) {
                young.values[index] = newValue
                return
            }
            old[user] = nil
            if young.count >= generationSize {
                old = young
                young = [:]
            }
            young[user] = newValue
        }
    }

    mutating func remove(_ user: UInt64) { (young[user], old[user]) = (nil, nil) }
}
