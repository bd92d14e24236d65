import Catalogue

/// The items of one kind in a snapshot.
public struct EvaluatedItems: Sendable {
    let snapshot: CatalogueSnapshot
    public let kind: String
    let now: Instant
    let weights: RecommendationWeights
    /// In the order of the hashes of the ids: the same on every machine, without favouring old or new items.
    let available: [ItemRow]

    public init(
        of kind: String,
        in snapshot: CatalogueSnapshot,
        at now: Instant,
        weights: RecommendationWeights = RecommendationWeights()
    ) {
        self.snapshot = snapshot
        self.weights = weights
        self.kind = kind
        self.now = now
        available = snapshot.rows(ofKind: kind).filter { snapshot.isAvailable($0, at: now) }
            .sorted { snapshot.idHash(of: $0) < snapshot.idHash(of: $1) }
    }

    func isAvailable(_ item: ItemRow) -> Bool { snapshot.isAvailable(item, at: now) }

    /// The items with the greatest scores, the best first; ties by the hashes of the ids.
    func best(_ count: Int, by scores: [ItemRow: Double]) -> some Sequence<(key: ItemRow, value: Double)> {
        scores.sorted {
            ($1.value, snapshot.idHash(of: $0.key)) < ($0.value, snapshot.idHash(of: $1.key))
        }.prefix(count)
    }
}
