import Catalogue

/// A user's preferences, and how well items answer them.
///
///     score = Σ weight(preference) · likeness(preference, item) / Σ weight(preference)
///
/// over the user's preferences: the last search, each of the items opened last, and the place where the user is.
/// 0…1; ½ where nothing is known of the user.
struct UserProfile {
    /// The weight of the last search.
    static let searchWeight: Float = 3
    /// The weight of the item opened last; each one before it weighs ``openedDecay`` of the next.
    static let openedWeight: Float = 1
    /// See ``openedWeight``.
    static let openedDecay: Float = 0.8
    /// How many opened items count; those before would weigh less than a fifth of the last one.
    static let openedCount = 8
    /// The weight of the place where the user is.
    static let placeWeight: Float = 0.5

    private var preferences: [(preference: Preference, weight: Float)] = []

    /// The profile of a user who made `search` last, opened the items in these rows, the latest first, and is at
    /// `place`.
    init(search: SearchConditions?, opened: [ItemRow], place: Coordinate?, in snapshot: CatalogueSnapshot) {
        let families = TypeFamilies(in: snapshot)
        if let search { preferences.append((Preference(search, families, in: snapshot), Self.searchWeight)) }
        let opened = opened.prefix(Self.openedCount)
        let kinds = opened.map { snapshot.kindCode(of: $0) }
        var weights: [Float] = []
        var weight = Self.openedWeight
        for _ in opened {
            weights.append(weight)
            weight *= Self.openedDecay
        }
        for kind in Set(kinds).sorted() {
            let indices = kinds.indices.filter { kinds[$0] == kind }
            let items = ComparedColumns(preferred: indices.map { opened[$0] }, in: snapshot)
            for (position, index) in indices.enumerated() {
                preferences.append((Preference(position, of: items, kind: kind, families), weights[index]))
            }
        }
        if let place { preferences.append((Preference(place), Self.placeWeight)) }
    }

    /// The profile of a user with one preference.
    init(_ preference: Preference) { preferences = [(preference, 1)] }

    /// How well the items, which are of one kind, answer the user's preferences, each 0…1.
    func scores(of items: ComparedColumns, kind: Int) -> [Float] {
        let total = preferences.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return Array(repeating: Float(Similarity.neutral), count: items.count) }
        var scoring = Scoring(items, origin: preferences.lazy.compactMap(\.preference.center).first)
        var relevant: [(preference: Preference, weight: Float)] = []
        for (preference, weight) in preferences {
            if let wanted = preference.kind, wanted != kind {
                scoring.add(Float(Similarity.neutral) * weight / total)
                continue
            }
            let weight = weight / total / preference.totalWeight
            relevant.append((preference, weight))
            scoring.add(preference, weight: weight)
        }
        func equality(_ code: UInt32, _ wanted: (Preference) -> UInt32) -> Float {
            relevant.reduce(0) { sum, next in
                let wanted = wanted(next.preference)
                let likeness = wanted == 0 ? 0 : code == 0 ? Float(Similarity.neutral) : wanted == code ? 1 : 0
                return sum + next.weight * Preference.typeWeight * likeness
            }
        }
        let hasBrand = relevant.contains { $0.preference.brand != 0 }
        let hasCategory = relevant.contains { $0.preference.category != 0 }
        scoring.add(
            type: { code in
                relevant.reduce(0) {
                    $0 + $1.weight * Preference.typeWeight * $1.preference.types.likeness(of: code)
                }
            },
            brand: hasBrand ? { code in equality(code, \.brand) } : nil,
            category: hasCategory ? { code in equality(code, \.category) } : nil
        )
        return scoring.scores
    }
}
