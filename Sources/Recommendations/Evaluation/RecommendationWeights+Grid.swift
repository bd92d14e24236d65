extension RecommendationWeights {
    /// These weights, and coarse changes of those that count for a user without a search or a place.
    var grid: [RecommendationWeights] {
        var grid = [self]
        func vary(_ weight: WritableKeyPath<RecommendationWeights, Float>, by factors: [Float]) {
            grid += grid.flatMap { weights in
                factors.map { factor in
                    var changed = weights
                    changed[keyPath: weight] *= factor
                    return changed
                }
            }
        }
        vary(\.neighbours, by: [0.5, 2])
        vary(\.profile, by: [0.5, 2])
        vary(\.popularity, by: [0.25, 0.5, 2])
        vary(\.recency, by: [0, 2])
        return grid
    }
}
