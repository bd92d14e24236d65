import JSON
import Recommendations

extension RecommendationWeights {
    static let range = 0.0...1_000.0

    private typealias Member = (name: StaticString, weight: WritableKeyPath<RecommendationWeights, Float>)
    private static var members: [Member] {
        [
            ("neighbours", \.neighbours), ("profile", \.profile), ("dismissals", \.dismissals), ("search", \.search),
            ("place", \.place), ("popularity", \.popularity), ("recency", \.recency),
        ]
    }

    /// Reads `{"weights": {"neighbours": 8, "profile": 0.5, "dismissals": 0.5, "search": 1, "place": 0.5, "popularity":
    /// 0.75, "recency": 0.3}}`; a weight that is missing is the default.
    init(reading object: inout CheckedObject) {
        var weights = RecommendationWeights()
        object.section("weights") { object in
            for (name, weight) in Self.members {
                if let number = object.optional("\(name)")?.number(in: Self.range) {
                    weights[keyPath: weight] = Float(number)
                }
            }
        }
        self = weights
    }

    /// Writes the weights as members of an object: 0.3, not 0.30000001192092896, which is the same number.
    package func write(into writer: inout JSONWriter) {
        for (name, weight) in Self.members { writer.member(name, Double("\(self[keyPath: weight])") ?? 0) }
    }
}
