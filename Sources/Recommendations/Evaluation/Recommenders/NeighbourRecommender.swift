/// Items that were opened by the users of the history's items (item-kNN).
///
/// The similarity of two items is the cosine of their vectors of users, with a denominator that is greater by
/// ``shrinkage``: pairs that were seen a few times only count less. The score of an item is the sum of its similarities
/// to the items of the history that have it among their nearest neighbours.
struct NeighbourRecommender: Recommender {
    static let name = "item-kNN"
    static let neighbourCount = 100
    static let shrinkage = 20.0

    private struct Neighbour {
        let item: Int
        let similarity: Double
    }

    /// The nearest available neighbours of each item, the nearest first.
    private let neighbours: [[Neighbour]]

    init(_ training: TrainingLog, seed: UInt64) {
        let openers = training.openers
        var itemsOfUser = [[Int]](repeating: [], count: training.users.count)
        var usersOfItem = [[Int]](repeating: [], count: training.items.count)
        for opening in training.openings {
            itemsOfUser[opening.user].append(opening.item)
            usersOfItem[opening.item].append(opening.user)
        }
        // The number of common users of each other item. Only those of `others` are above 0.
        var common = [Int](repeating: 0, count: training.items.count)
        var others: [Int] = []
        neighbours = usersOfItem.indices.map { item in
            for user in usersOfItem[item] {
                for other in itemsOfUser[user] where other != item && training.items.isAvailable[other] {
                    if common[other] == 0 { others.append(other) }
                    common[other] += 1
                }
            }
            let all = others.map { other in
                let product = Double(openers[item]) * Double(openers[other])
                return Neighbour(
                    item: other,
                    similarity: Double(common[other]) / (product.squareRoot() + Self.shrinkage)
                )
            }
            for other in others { common[other] = 0 }
            others.removeAll(keepingCapacity: true)
            return Array(all.sorted(by: Self.isNearer).prefix(Self.neighbourCount))
        }
    }

    func recommendations(for history: UserHistory, count: Int) -> [Int] {
        var scores: [Int: Double] = [:]
        for item in history.items {
            for neighbour in neighbours[item] where !history.opened.contains(neighbour.item) {
                scores[neighbour.item, default: 0] += neighbour.similarity
            }
        }
        return scores.map { Neighbour(item: $0, similarity: $1) }.sorted(by: Self.isNearer).prefix(count).map(\.item)
    }

    private static func isNearer(_ left: Neighbour, _ right: Neighbour) -> Bool {
        (right.similarity, left.item) < (left.similarity, right.item)
    }
}
