/// How many recommended items fit the last search: those come first, and always some that it would not have found,
/// since the search itself shows the others already.
enum RecommendationMix {
    /// One in so many places, rounded up, is kept for items that the search would not have found.
    static let similarOneIn = 4

    /// How many of `count` places go to items that fit, of which there are so many, and how many to the others. The
    /// places of either that it cannot fill go to the other. The first place is never kept from an item that fits.
    static func places(_ count: Int, fitting: Int, similar: Int) -> (fitting: Int, similar: Int) {
        guard count > 0 else { return (0, 0) }
        let kept = min(similar, (count + similarOneIn - 1) / similarOneIn, count - 1)
        let shown = min(fitting, count - kept)
        return (shown, min(similar, count - shown))
    }
}
