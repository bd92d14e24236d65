/// How many openings count in recommendations, and how much. After a change, `Benchmarks/recommendations` says what it
/// costs; the checkpoint holds what was learned with the former values of ``Paired`` and ``pairedStep``.
enum OpeningWeights {
    /// A value for each opening of a ranking.
    typealias Ranked<Value> = InlineArray<10, Value>

    /// A ranking follows this many of the user's latest openings: those of any kind for what was opened together with
    /// them, and those of the query's kinds that the catalogue still has for what is like them. As many dismissals.
    static let ranked = MemoryLayout<Ranked<UInt8>>.size
    /// The latest openings among which those of the query's kinds are looked for.
    static let examined = 20
    /// How much an item weighs in a ranking that was opened one step earlier.
    static let rankedStep: Float = 0.85

    /// How much each opened item weighs in a ranking, from the latest on.
    static func weights(from latest: Float) -> some Sequence<Float> { sequence(first: latest) { $0 * rankedStep } }

    /// A value for each item that a learned opening is paired with: those that the same user opened before it.
    typealias Paired<Value> = InlineArray<10, Value>

    static let paired = MemoryLayout<Paired<UInt8>>.size
    /// How much an item weighs in a pair that was opened one step earlier.
    static let pairedStep: Float = 0.95
}
