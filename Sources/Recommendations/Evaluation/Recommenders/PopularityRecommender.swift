struct PopularityRecommender: Recommender {
    static let name = "popular"

    /// The available items, the most popular first.
    private let ranked: [Int]

    init(_ training: TrainingLog, seed: UInt64) {
        ranked = training.availableByPopularity()
    }

    func recommendations(for history: UserHistory, count: Int) -> [Int] {
        Array(ranked.lazy.filter { !history.opened.contains($0) }.prefix(count))
    }
}
