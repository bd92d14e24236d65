import Catalogue

extension Algorithm {
    static let neighbourCount = 100
    static let shrinkage = 20.0

    /// Items that were opened by the users of the history's items (item-kNN).
    ///
    /// The similarity of two items is the cosine of their vectors of users, with a denominator that is greater by
    /// ``shrinkage``: pairs that were seen a few times only count less. The score of an item is the sum of its
    /// similarities to the items of the history that have it among their nearest neighbours.
    static func neighbours(_ training: TrainingLog) -> Algorithm {
        let neighbours = nearestNeighbours(training)
        return Algorithm(name: "item-kNN") { [items = training.items] history, count in
            var scores: [ItemRow: Double] = [:]
            for item in history.items {
                for (neighbour, similarity) in neighbours[item] ?? [] where !history.opened.contains(neighbour) {
                    scores[neighbour, default: 0] += similarity
                }
            }
            return items.best(count, by: scores).map(\.key)
        }
    }

    private static func nearestNeighbours(_ training: TrainingLog) -> [ItemRow: [(item: ItemRow, similarity: Double)]] {
        let (items, openers) = (training.items, training.openers)
        let ofUser = Dictionary(grouping: training.openings, by: \.user).mapValues { $0.map(\.item) }
        let ofItem = Dictionary(grouping: training.openings, by: \.item)
        return ofItem.reduce(into: [:]) { nearest, entry in
            var common: [ItemRow: Double] = [:]
            for opening in entry.value {
                for other in ofUser[opening.user] ?? [] where other != entry.key && items.isAvailable(other) {
                    common[other, default: 0] += 1
                }
            }
            for (other, count) in common {
                let product = Double(openers[entry.key] ?? 0) * Double(openers[other] ?? 0)
                common[other] = count / (product.squareRoot() + shrinkage)
            }
            nearest[entry.key] = items.best(neighbourCount, by: common).map { ($0.key, $0.value) }
        }
    }
}
