import Catalogue

struct TrainingLog: Sendable {
    let items: EvaluatedItems
    /// The users by number, also those without openings.
    let users: [UserID]
    /// The first opening of each item by each user, in the order of time.
    let openings: [Opening]
    let openers: [Int]
    let userCount: Int
    /// The time at which items are recommended: that of the last opening.
    var end: Int64 { openings.last?.at ?? items.now }

    init(items: EvaluatedItems, users: [UserID], openings: [Opening]) {
        self.items = items
        self.users = users
        self.openings = openings
        var openers = [Int](repeating: 0, count: items.count)
        var hasOpened = [Bool](repeating: false, count: users.count)
        for opening in openings {
            openers[opening.item] += 1
            hasOpened[opening.user] = true
        }
        self.openers = openers
        userCount = hasOpened.count { $0 }
    }

    /// The available items, those that most users opened first; ties by number.
    func availableByPopularity() -> [Int] {
        items.available.sorted { (openers[$1], $0) < (openers[$0], $1) }
    }
}

struct UserHistory: Sendable {
    let user: Int
    /// The items that the user opened in the training log, the latest first.
    let items: [Int]
    let opened: Set<Int>

    init(user: Int, items: [Int]) {
        self.user = user
        self.items = items
        opened = Set(items)
    }
}
