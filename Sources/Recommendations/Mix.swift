import PropertyStore

/// Which of many ranked listings are shown: those that fit the last search first, and always some that it would not
/// have found, since the search itself shows the others already.
enum Mix {
    /// One in so many places, rounded up, is kept for listings that the search would not have found.
    static let similarOneIn = 4

    /// At most `count`, 1 or more, of the `ranked`, which are best first: those that fit `search`, then the others, each in their
    /// order. The places of either that it cannot fill go to the other. The first place is never kept from a listing
    /// that fits. Without a search, simply the best.
    static func select(_ count: Int, of ranked: [Recommendation], for search: SearchCriteria?) -> [Recommendation] {
        guard let search else { return Array(ranked.prefix(count)) }
        var fitting: [Recommendation] = []
        var similar: [Recommendation] = []
        for recommendation in ranked {
            if SearchFit(of: recommendation.listing, to: search).fits {
                fitting.append(recommendation)
            } else {
                similar.append(recommendation)
            }
        }
        let kept = min(similar.count, (count + similarOneIn - 1) / similarOneIn, count - 1)
        let shown = fitting.prefix(count - kept)
        return Array(shown) + similar.prefix(count - shown.count)
    }
}
