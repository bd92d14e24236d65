import Catalogue

struct EngineRecommender: Recommender {
    static let name = "engine"

    private let items: EvaluatedItems
    private let learned: LearnedIndex
    private(set) var weights: RecommendationWeights
    private let now: Int64

    init(_ training: TrainingLog, seed: UInt64) {
        items = training.items
        weights = items.weights
        now = training.end
        var learner = InteractionLearner()
        for (index, opening) in training.openings.enumerated() {
            let (user, item) = (training.users[opening.user], items.id(of: opening.item))
            learner.learn(UserEvent(position: Int64(index + 1), user: user, action: .opened(item), at: opening.at))
        }
        learned = LearnedIndex(learner.published, in: items.snapshot)
    }

    func weighing(by weights: RecommendationWeights) -> EngineRecommender {
        var engine = self
        engine.weights = weights
        return engine
    }

    func recommendations(for history: UserHistory, count: Int) -> [Int] {
        let record = UserRecord(lastSearch: nil, opened: history.items.map { items.id(of: $0) })
        let query = RecommendationQuery(record: CachedUserRecord(record), kinds: [items.kind])
        return items.snapshot.ranking(for: query, learned, weights, at: now)
            .best(count, in: items.snapshot, at: items.now)
            .compactMap { items.numbers[$0.row] }
    }
}
