/// Things that were used and can be used again, so that their memory need not be asked for each time.
struct Pool<Item> {
    private var spare: [Item] = []
    private let limit: Int

    /// Keeps at most `limit` things.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func take() -> Item? { spare.popLast() }

    mutating func give(_ item: Item) {
        if spare.count < limit { spare.append(item) }
    }
}
