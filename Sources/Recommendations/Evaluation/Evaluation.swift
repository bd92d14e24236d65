/// Compares recommenders on a log of openings: they learn from one part, and are tested on the other.
public struct Evaluation: Sendable {
    /// The number of recommended items for each user.
    public static let places = 12
    private static let batchSize = 32

    private let split: TrainingSplit
    private let seed: UInt64

    /// Divides a log.
    /// - Parameters:
    ///   - minimumHistory: The least items of a test user in the training log.
    ///   - seed: Of all random choices. Equal logs and seeds give equal reports.
    public init(
        of log: OpeningLog,
        by method: SplitMethod,
        users: Int,
        minimumHistory: Int,
        seed: UInt64
    ) throws(EvaluationError) {
        guard !log.items.available.isEmpty else { throw .noItems }
        var generator = SeededGenerator(seed: seed, stream: -1)
        split = TrainingSplit(log, by: method, users: users, minimumHistory: minimumHistory, using: &generator)
        guard !split.tests.isEmpty else { throw .noTestUsers }
        self.seed = seed
    }

    /// Trains and tests each recommender.
    /// - Parameter progress: Receives the number of lists so far, and that of all.
    public func run(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) async -> EvaluationReport {
        await report(on: split.tests, [:], after: 0, progress)
    }

    /// Searches the weights of the engine on every other test user, and tests all recommenders on the others.
    /// - Parameter progress: Receives the number of lists so far, and that of all.
    /// - Returns: The weights with the greatest recall, and the report, with the engine by these weights in its first
    ///   row.
    public func tune(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async -> (weights: RecommendationWeights, report: EvaluationReport) {
        let engine = EngineRecommender(split.training, seed: seed)
        let searched = split.tests.indices.filter { $0 % 2 == 0 }.map { split.tests[$0] }
        let tested = split.tests.indices.filter { $0 % 2 == 1 }.map { split.tests[$0] }
        let grid = engine.weights.grid
        let total = grid.count * searched.count + (Recommenders.all.count + 1) * tested.count
        var best = (weights: engine.weights, recall: -1.0)
        for (index, weights) in grid.enumerated() {
            let lists = await lists(of: engine.weighing(by: weights), for: searched) {
                progress(index * searched.count + $0, total)
            }
            let recall = metrics(lists, searched).reduce(0) { $0 + $1.recall }
            if recall > best.recall { best = (weights, recall) }
        }
        let report = await report(
            on: tested,
            ["engine, tuned": engine.weighing(by: best.weights)],
            after: grid.count * searched.count,
            progress
        )
        return (best.weights, report)
    }

    /// Tests trained recommenders, then the others.
    private func report(
        on tests: [TrainingSplit.UserTest],
        _ trained: KeyValuePairs<String, EngineRecommender>,
        after start: Int,
        _ progress: (_ done: Int, _ total: Int) -> Void
    ) async -> EvaluationReport {
        let total = start + (trained.count + Recommenders.all.count) * tests.count
        var rows: [EvaluationReport.Row] = []
        func add(_ name: String, _ recommender: some Recommender) async {
            let done = start + rows.count * tests.count
            rows.append(row(name, await lists(of: recommender, for: tests) { progress(done + $0, total) }, tests))
        }
        for (name, recommender) in trained { await add(name, recommender) }
        for type in Recommenders.all { await add(type.name, type.init(split.training, seed: seed)) }
        let training = split.training
        return EvaluationReport(
            users: tests.count,
            items: training.items.available.count,
            openings: split.openingCount,
            trainingOpenings: training.openings.count,
            targets: tests.reduce(0) { $0 + $1.targets.count },
            rows: rows
        )
    }

    private func lists(
        of recommender: some Recommender,
        for tests: [TrainingSplit.UserTest],
        progress: (Int) -> Void
    ) async -> [[Int]] {
        progress(0)
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

    private func metrics(_ lists: [[Int]], _ tests: [TrainingSplit.UserTest]) -> [RankingMetrics] {
        zip(lists, tests).map { list, test in
            RankingMetrics(list, targets: test.targets, places: Self.places, training: split.training)
        }
    }

    private func row(
        _ name: String,
        _ lists: [[Int]],
        _ tests: [TrainingSplit.UserTest]
    ) -> EvaluationReport.Row {
        let metrics = metrics(lists, tests)
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

public enum EvaluationError: Error, Hashable, Sendable {
    /// The catalogue has no available item of the kind.
    case noItems
    /// No user has enough training items and one later item.
    case noTestUsers
}
