import Catalogue

/// The items of one kind in a snapshot, numbered from 0.
///
/// The numbers follow the hashes of the ids. They are the same on every machine, and break ties without favouring old or
/// new items.
public struct EvaluatedItems: Sendable {
    let snapshot: CatalogueSnapshot
    public let kind: String
    let now: Int64
    let weights: RecommendationWeights
    /// The numbers of the available items, ascending.
    let available: [Int]
    let rows: [ItemRow]
    let isAvailable: [Bool]
    let numbers: [ItemRow: Int]

    public init(
        of kind: String,
        in snapshot: CatalogueSnapshot,
        at now: Int64,
        weights: RecommendationWeights = RecommendationWeights()
    ) {
        self.snapshot = snapshot
        self.weights = weights
        self.kind = kind
        self.now = now
        rows = snapshot.rows(ofKind: kind).sorted { snapshot.idHash(of: $0) < snapshot.idHash(of: $1) }
        isAvailable = rows.map { snapshot.isAvailable($0, at: now) }
        available = isAvailable.indices.filter { [isAvailable] in isAvailable[$0] }
        numbers = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, $0) })
    }

    /// The number of items, available or not.
    var count: Int { rows.count }

    func id(of item: Int) -> CatalogueItem.ID { snapshot.id(of: rows[item]) }

    func number(of id: CatalogueItem.ID) -> Int? {
        guard id.kind == kind else { return nil }
        return snapshot.row(of: id).flatMap { numbers[$0] }
    }
}
