import Catalogue

/// A user's preferences, and how well an item answers them.
///
///     score = Σ weight(preference) · likeness(preference, item) / Σ weight(preference)
///
/// over the user's preferences: the last search, each of the items opened last, and the place where the user is.
/// 0…1; ½ where nothing is known of the user.
struct UserProfile {
    /// The weight of the last search.
    static let searchWeight = 3.0
    /// The weight of the item opened last; each one before it weighs ``openedDecay`` of the next.
    static let openedWeight = 1.0
    /// See ``openedWeight``.
    static let openedDecay = 0.8
    /// How many opened items count; those before would weigh less than a fifth of the last one.
    static let openedCount = 8
    /// The weight of the place where the user is.
    static let placeWeight = 0.5

    private var preferences: [(preference: Preference, weight: Double)] = []

    /// The profile of a user who made `search` last, opened these items, the latest first, and is at `place`.
    init(search: SearchConditions?, opened: some Sequence<ItemFeatures>, place: Coordinate?) {
        if let search { preferences.append((Preference(search), Self.searchWeight)) }
        var weight = Self.openedWeight
        for item in opened.prefix(Self.openedCount) {
            preferences.append((Preference(item), weight))
            weight *= Self.openedDecay
        }
        if let place { preferences.append((Preference(place), Self.placeWeight)) }
    }

    /// How well `item` answers the user's preferences, 0…1.
    func score(of item: ItemFeatures) -> Double {
        var score = WeightedMean()
        for (preference, weight) in preferences { score.add(preference.likeness(of: item), weight: weight) }
        return score.value ?? Likeness.neutral
    }
}
