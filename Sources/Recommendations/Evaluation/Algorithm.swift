import Catalogue

/// A way to recommend items, trained on a log.
struct Algorithm: Sendable {
    let name: String
    /// The recommended items, the best first: all available, different, and not in the history. Called on several
    /// threads.
    let recommendations: @Sendable (_ history: UserHistory, _ count: Int) -> [ItemRow]

    /// All algorithms, in the order of reports.
    static func all(_ training: TrainingLog, _ learned: LearnedIndex, seed: UInt64) -> [Algorithm] {
        [
            engine(training, learned, training.items.weights), neighbours(training), popularInCategory(training),
            popular(training), random(training, seed: seed),
        ]
    }
}

extension Algorithm {
    static func engine(
        _ training: TrainingLog,
        _ learned: LearnedIndex,
        _ weights: RecommendationWeights,
        name: String = "engine"
    ) -> Algorithm {
        let (items, now) = (training.items, training.end)
        return Algorithm(name: name) { history, count in
            let record = UserRecord(lastSearch: nil, opened: history.items.map { items.snapshot.id(of: $0) })
            let query = RecommendationQuery(record: CachedUserRecord(record), kinds: [items.kind])
            return items.snapshot.ranking(for: query, learned, weights, at: now)
                .best(count, in: items.snapshot, at: items.now)
                .map(\.row)
        }
    }

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

    static func popular(_ training: TrainingLog) -> Algorithm {
        let ranked = training.availableByPopularity()
        return Algorithm(name: "popular") { history, count in
            Array(ranked.lazy.filter { !history.opened.contains($0) }.prefix(count))
        }
    }

    /// The items of the last item's category that most users opened; where it has none, of its brand, else of its
    /// market. Then those that most users opened overall.
    static func popularInCategory(_ training: TrainingLog) -> Algorithm {
        let snapshot = training.items.snapshot
        // The groups of an item, the narrowest first.
        let groups = { @Sendable (item: ItemRow) -> [String] in
            [
                snapshot.category(of: item).map { "category \($0)" }, snapshot.brand(of: item).map { "brand \($0)" },
                snapshot.market(of: item).map { "market \($0)" },
            ].compactMap(\.self)
        }
        let ranked = training.availableByPopularity()
        var ofGroup: [String: [ItemRow]] = [:]
        for item in ranked where training.openers[item] != nil {
            for group in groups(item) { ofGroup[group, default: []].append(item) }
        }
        return Algorithm(name: "popular in category") { [ofGroup] history, count in
            let group = history.items.first.flatMap { groups($0).first }
            let first = group.flatMap { ofGroup[$0] } ?? []
            var (chosen, seen) = ([ItemRow](), history.opened)
            for item in first + ranked where chosen.count < count {
                if seen.insert(item).inserted { chosen.append(item) }
            }
            return chosen
        }
    }

    /// Random items: the least that others have to exceed. Their order is that of hashes, from an item on that is
    /// random for each user.
    static func random(_ training: TrainingLog, seed: UInt64) -> Algorithm {
        let available = training.items.available
        return Algorithm(name: "random") { history, count in
            let start = Int(history.user.randomNumber(seed: seed) % UInt64(available.count))
            let items = [available[start...], available[..<start]].joined()
            return Array(items.lazy.filter { !history.opened.contains($0) }.prefix(count))
        }
    }
}

extension LearnedIndex {
    convenience init(_ training: TrainingLog) {
        var learner = InteractionLearner()
        for (index, opening) in training.openings.enumerated() {
            let (position, item) = (Int64(index + 1), training.items.snapshot.id(of: opening.item))
            learner.learn(UserEvent(position: position, user: opening.user, action: .opened(item), at: opening.at))
        }
        self.init(learner.published, in: training.items.snapshot)
    }
}
