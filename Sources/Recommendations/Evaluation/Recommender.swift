protocol Recommender: Sendable {
    static var name: String { get }

    /// Learns from the openings in the order of the log.
    /// - Parameter seed: Of the random choices, if there are any.
    init(_ training: TrainingLog, seed: UInt64)

    /// The numbers of the recommended items, the best first.
    ///
    /// All are available, different, and not in the history. Called on several threads.
    func recommendations(for history: UserHistory, count: Int) -> [Int]
}

enum Recommenders {
    /// All algorithms, in the order of reports.
    static let all: [any Recommender.Type] = [
        EngineRecommender.self, NeighbourRecommender.self, CategoryPopularityRecommender.self,
        PopularityRecommender.self, RandomRecommender.self,
    ]
}
