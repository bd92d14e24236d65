/// Which of many ranked items are shown: those that fit the last search first, and always some that it would not have
/// found, since the search itself shows the others already.
public enum Mix {
    /// One in so many places, rounded up, is kept for items that the search would not have found.
    public static let similarOneIn = 4

    /// At most `count` of the `ranked`, which are best first: those that fit, then the others, each in their order. The
    /// places of either that it cannot fill go to the other. The first place is never kept from an item that fits.
    public static func select<Item>(_ count: Int, of ranked: [Item], fits: (Item) -> Bool) -> [Item] {
        var fitting: [Item] = []
        var similar: [Item] = []
        for item in ranked {
            if fits(item) { fitting.append(item) } else { similar.append(item) }
        }
        let shown = places(count, fitting: fitting.count, similar: similar.count)
        return Array(fitting.prefix(shown.fitting)) + similar.prefix(shown.similar)
    }

    /// How many of `count` places go to items that fit, of which there are so many, and how many to the others.
    public static func places(_ count: Int, fitting: Int, similar: Int) -> (fitting: Int, similar: Int) {
        guard count > 0 else { return (0, 0) }
        let kept = min(similar, (count + similarOneIn - 1) / similarOneIn, count - 1)
        let shown = min(fitting, count - kept)
        return (shown, min(similar, count - shown))
    }
}
