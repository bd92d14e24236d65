/// Which of many ranked items are shown: those that fit the last search first, and always some that it would not have
/// found, since the search itself shows the others already.
public enum Mix {
    /// One in so many places, rounded up, is kept for items that the search would not have found.
    public static let similarOneIn = 4

    /// At most `count` of the `ranked`, which are best first: those that fit, then the others, each in their order. The
    /// places of either that it cannot fill go to the other. The first place is never kept from an item that fits.
    public static func select<Item>(_ count: Int, of ranked: [Item], fits: (Item) -> Bool) -> [Item] {
        guard count > 0 else { return [] }
        var fitting: [Item] = []
        var similar: [Item] = []
        for item in ranked {
            if fits(item) { fitting.append(item) } else { similar.append(item) }
        }
        let kept = min(similar.count, (count + similarOneIn - 1) / similarOneIn, count - 1)
        let shown = fitting.prefix(count - kept)
        return Array(shown) + similar.prefix(count - shown.count)
    }
}
