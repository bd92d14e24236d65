import Catalogue

/// The items of the last item's category that most users opened; where it has none, of its brand, else of its market.
/// Then those that most users opened overall.
struct CategoryPopularityRecommender: Recommender {
    static let name = "popular in category"

    private enum Group: Hashable {
        case category(String)
        /// By index in ``CatalogueSnapshot/brands``.
        case brand(Int)
        case market(String)

        /// The groups of an item, the narrowest first.
        static func all(of row: ItemRow, in snapshot: CatalogueSnapshot) -> [Group] {
            [
                snapshot.category(of: row).map { .category($0) }, snapshot.brand(of: row).map { .brand($0) },
                snapshot.market(of: row).map { .market($0) },
            ].compactMap(\.self)
        }
    }

    private let items: EvaluatedItems
    /// The available items of each group that at least one user opened, the most popular first.
    private var ofGroup: [Group: [Int]] = [:]
    private let overall: PopularityRecommender

    init(_ training: TrainingLog, seed: UInt64) {
        items = training.items
        overall = PopularityRecommender(training, seed: seed)
        for item in training.availableByPopularity() where training.openers[item] > 0 {
            for group in Group.all(of: items.rows[item], in: items.snapshot) {
                ofGroup[group, default: []].append(item)
            }
        }
    }

    func recommendations(for history: UserHistory, count: Int) -> [Int] {
        let group = history.items.first.flatMap { Group.all(of: items.rows[$0], in: items.snapshot).first }
        let ranked = group.flatMap { ofGroup[$0] } ?? []
        let first = Array(ranked.lazy.filter { !history.opened.contains($0) }.prefix(count))
        let others = overall.recommendations(for: history, count: count + first.count)
        return first + others.filter { !first.contains($0) }.prefix(count - first.count)
    }
}
