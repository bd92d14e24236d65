import JSON
import Recommendations

extension RecommendationWeights {
    static let range = 0.0...1_000.0

    /// Reads `{"weights": {"neighbours": 8, "profile": 0.5, "dismissals": 0.5, "search": 1, "place": 0.5, "popularity": 0.75, "recency":
    /// 0.3}}`; a weight that is missing is the default.
    init(reading object: inout CheckedObject) {
        var weights = RecommendationWeights()
        _ = object.optional("weights")?.object { object in
            func read(_ name: String, _ weight: WritableKeyPath<RecommendationWeights, Float>) {
                if let number = object.optional(name)?.number(in: Self.range) {
                    weights[keyPath: weight] = Float(number)
                }
            }
            read("neighbours", \.neighbours)
            read("profile", \.profile)
            read("dismissals", \.dismissals)
            read("search", \.search)
            read("place", \.place)
            read("popularity", \.popularity)
            read("recency", \.recency)
            return ()
        }
        self = weights
    }
}
