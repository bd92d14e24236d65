public struct EvaluationReport: Hashable, Sendable {
    public let users: Int
    public let items: Int
    /// The number of first openings of items by users; those that recommenders learned from; and those to predict.
    public let openings, trainingOpenings, targets: Int
    /// The weights of the engine that were found; `nil` if none were searched.
    public let tuned: RecommendationWeights?
    /// The algorithms, in a fixed order, but the engine with ``tuned`` first.
    public let rows: [Row]

    /// The results of one algorithm. Without a single recommended item, a figure may be missing.
    public struct Row: Hashable, Sendable {
        public let name: String
        public let recall: Estimate?
        public let meanAveragePrecision: Estimate?
        /// The share of the available items that were recommended to any test user, 0…1.
        public let coverage: Estimate?
        /// The mean novelty of the recommended items, in bits.
        public let novelty: Estimate?
    }
}
