/// Compares recommenders on a log of openings: they learn from one part, and are tested on the other.
public struct Evaluation: Sendable {
    /// The number of recommended items for each user.
    public static let places = 12
    private static let batchSize = 32

    private let split: TrainingSplit
    private let recommenders: [any Recommender.Type]
    private let seed: UInt64

    /// The number of steps that ``run(progress:)`` reports: the training and the lists of each recommender.
    public var stepCount: Int { recommenders.count * (split.tests.count + 1) }

    /// Divides a log.
    /// - Parameters:
    ///   - users: The most test users.
    ///   - seed: Of all random choices. Equal logs and seeds give equal reports.
    public init(of log: OpeningLog, by method: SplitMethod, users: Int, seed: UInt64) throws(EvaluationError) {
        try self.init(of: log, by: method, users: users, seed: seed, comparing: Recommenders.all)
    }

    init(
        of log: OpeningLog,
        by method: SplitMethod,
        users: Int,
        seed: UInt64,
        comparing recommenders: [any Recommender.Type]
    ) throws(EvaluationError) {
        guard !log.items.available.isEmpty else { throw .noItems }
        var generator = SeededGenerator(seed: seed, stream: -1)
        split = TrainingSplit(log, by: method, users: users, using: &generator)
        guard !split.tests.isEmpty else { throw .noTestUsers(leastTrainingItems: TrainingSplit.leastTrainingItems) }
        self.recommenders = recommenders
        self.seed = seed
    }

    /// Trains and tests each recommender.
    /// - Parameter progress: Receives the number of steps done, see ``stepCount``.
    public func run(progress: (Int) -> Void = { _ in }) async -> EvaluationReport {
        var rows: [EvaluationReport.Row] = []
        for (index, type) in recommenders.enumerated() {
            let done = index * (split.tests.count + 1)
            let lists = await lists(of: type.init(split.training, seed: seed)) { progress(done + 1 + $0) }
            rows.append(row(type.name, lists))
        }
        let training = split.training
        return EvaluationReport(
            users: split.tests.count,
            items: training.items.available.count,
            openings: split.openingCount,
            trainingOpenings: training.openings.count,
            targets: split.tests.reduce(0) { $0 + $1.targets.count },
            rows: rows
        )
    }

    private func lists(of recommender: some Recommender, progress: (Int) -> Void) async -> [[Int]] {
        progress(0)
        let tests = split.tests
        return await withTaskGroup(of: (start: Int, lists: [[Int]]).self) { group in
            for start in stride(from: 0, to: tests.count, by: Self.batchSize) {
                group.addTask {
                    let batch = tests[start..<min(start + Self.batchSize, tests.count)]
                    return (start, batch.map { recommender.recommendations(for: $0.history, count: Self.places) })
                }
            }
            var lists = [[Int]](repeating: [], count: tests.count)
            var done = 0
            for await batch in group {
                lists.replaceSubrange(batch.start..<batch.start + batch.lists.count, with: batch.lists)
                done += batch.lists.count
                progress(done)
            }
            return lists
        }
    }

    private func row(_ name: String, _ lists: [[Int]]) -> EvaluationReport.Row {
        let metrics = zip(lists, split.tests).map { list, test in
            RankingMetrics(list, targets: test.targets, places: Self.places, training: split.training)
        }
        var generator = SeededGenerator(seed: seed, stream: -2)
        return EvaluationReport.Row(
            name: name,
            recall: Estimate(meanOf: metrics.map(\.recall)),
            meanAveragePrecision: Estimate(meanOf: metrics.map(\.averagePrecision)),
            coverage: Estimate(coverageOf: lists, of: split.training.items.available.count, using: &generator),
            novelty: Estimate(meanOf: metrics.compactMap(\.novelty))
        )
    }
}

/// Why nothing can be evaluated.
public enum EvaluationError: Error, Hashable, Sendable {
    /// The catalogue has no available item of the kind.
    case noItems
    /// No user has so many training items and one later item.
    case noTestUsers(leastTrainingItems: Int)
}
