import Catalogue

/// What a user seems to want, and how well a listing answers it.
///
///     score = Σ weight(wish) · likeness(wish, listing) / Σ weight(wish)
///
/// over the user's wishes: the last search, each of the latest listings opened, and the place where the user is.
/// 0…1; ½ where nothing is known of the user.
struct Taste {
    /// What the last search weighs.
    static let searchWeight = 3.0
    /// What the listing opened last weighs; each one before it weighs ``openedDecay`` of the next.
    static let openedWeight = 1.0
    /// See ``openedWeight``.
    static let openedDecay = 0.8
    /// How many opened listings count; those before would weigh less than a fifth of the last one.
    static let openedCount = 8
    /// What the place where the user is weighs.
    static let placeWeight = 0.5

    private var wishes: [(wish: Wish, weight: Double)] = []

    /// The taste of a user of whom `record` is known, and who is at `place`.
    init(_ record: UserRecord, at place: Coordinate?) {
        if let search = record.lastSearch { wishes.append((Wish(search), Self.searchWeight)) }
        var weight = Self.openedWeight
        for listing in record.recentlyOpened.prefix(Self.openedCount) {
            wishes.append((Wish(listing), weight))
            weight *= Self.openedDecay
        }
        if let place { wishes.append((Wish(place), Self.placeWeight)) }
    }

    /// How well `listing` answers the user's wishes, 0…1.
    func score(of listing: ListingHit) -> Double {
        guard !wishes.isEmpty else { return Likeness.neutral }
        var score = 0.0
        var total = 0.0
        for (wish, weight) in wishes {
            score += weight * wish.likeness(of: listing)
            total += weight
        }
        return score / total
    }
}
