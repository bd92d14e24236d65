/// Things that are all given the same time, so that the first to come is the first to be overdue.
struct DeadlineQueue<Item> {
    private var items: [(item: Item, deadline: Int)] = []
    private var first = 0

    /// When the next is overdue (``MonotonicTime``).
    var next: Int? { first < items.count ? items[first].deadline : nil }

    mutating func append(_ item: Item, after duration: Duration) {
        items.append((item, MonotonicTime.now() + duration.milliseconds))
    }

    mutating func popOverdue() -> Item? {
        guard first < items.count, items[first].deadline <= MonotonicTime.now() else { return nil }
        defer {
            first += 1
            // Half of it is over: cheap to move the other half down, once for each item on average.
            if first * 2 >= items.count {
                items.removeSubrange(0..<first)
                first = 0
            }
        }
        return items[first].item
    }
}
