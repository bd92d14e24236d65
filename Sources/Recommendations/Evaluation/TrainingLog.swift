import Catalogue

struct TrainingLog: Sendable {
    let items: EvaluatedItems
    /// The first opening of each item by each user, in the order of time.
    let openings: [Opening]
    /// The number of users who opened an item.
    let openers: [ItemRow: Int]
    let userCount: Int
    /// The time at which items are recommended: that of the last opening.
    var end: Instant { openings.last?.at ?? items.now }

    init(items: EvaluatedItems, openings: [Opening]) {
        self.items = items
        self.openings = openings
        openers = openings.reduce(into: [:]) { $0[$1.item, default: 0] += 1 }
        userCount = Set(openings.map(\.user)).count
    }

    /// The available items, those that most users opened first.
    func availableByPopularity() -> [ItemRow] {
        items.available.sorted { openers[$0] ?? 0 > openers[$1] ?? 0 }
    }
}

struct UserHistory: Sendable {
    let user: UserID
    /// The items that the user opened in the training log, the latest first.
    let items: [ItemRow]
    let opened: Set<ItemRow>

    init(user: UserID, items: [ItemRow]) {
        self.user = user
        self.items = items
        opened = Set(items)
    }
}
