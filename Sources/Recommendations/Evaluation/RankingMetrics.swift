import Catalogue
import Foundation

/// How well the recommended items of one user match the items that the user opened later.
struct RankingMetrics: Sendable {
    /// The share of the targets that were recommended; of more targets than the list is long, as many as it is long count.
    let recall: Double
    /// The mean, over the targets, of the precision at their places; 0 for those that were not recommended.
    let averagePrecision: Double
    /// The mean information, in bits, that a user opened a recommended item: −log₂ of the share of users who opened it,
    /// with one more user who opened everything; `nil` without recommended items.
    let novelty: Double?

    /// - Parameter targets: Not empty.
    init(_ recommended: [ItemRow], targets: Set<ItemRow>, listLength: Int, training: TrainingLog) {
        var hits = 0
        var precisions = 0.0
        for (index, item) in recommended.enumerated() where targets.contains(item) {
            hits += 1
            precisions += Double(hits) / Double(index + 1)
        }
        let most = Double(min(listLength, targets.count))
        recall = Double(hits) / most
        averagePrecision = precisions / most
        let sum = recommended.reduce(0) { sum, item in
            sum - log2(Double((training.openers[item] ?? 0) + 1) / Double(training.userCount + 1))
        }
        novelty = recommended.isEmpty ? nil : sum / Double(recommended.count)
    }
}
