import Catalogue

/// The embedded engine.
struct EngineRecommender: Recommender {
    static let name = "engine"

    private let items: EvaluatedItems
    private let now: Int64

    init(_ training: TrainingLog, seed: UInt64) {
        items = training.items
        now = training.end
    }

    func recommendations(for history: UserHistory, count: Int) -> [Int] {
        let record = UserRecord(lastSearch: nil, opened: history.items.map { items.id(of: $0) })
        let query = RecommendationQuery(record: record, kinds: [items.kind])
        return items.snapshot.ranking(for: query, at: now).best(count, in: items.snapshot, at: items.now)
            .compactMap { items.number(of: $0.row) }
    }
}
