import Catalogue

/// Compares algorithms on a log of openings: they learn from one part, and are tested on the other.
public struct Evaluation: Sendable {
    public static let listLength = 12

    private let split: TrainingSplit
    private let seed: UInt64

    /// - Parameter seed: Of all random choices. Equal logs and seeds give equal reports.
    public init(
        of log: OpeningLog,
        by method: SplitMethod,
        users: Int,
        minimumHistory: Int,
        seed: UInt64
    ) throws(EvaluationError) {
        guard !log.items.available.isEmpty else { throw .noItems }
        split = TrainingSplit(log, by: method, users: users, minimumHistory: minimumHistory, seed: seed)
        guard !split.tests.isEmpty else { throw .noTestUsers }
        self.seed = seed
    }

    /// Trains and tests each algorithm.
    /// - Parameters:
    ///   - tunes: Whether to search the weights of the engine on every other test user, and to test all algorithms on
    ///     the others, the engine with the greatest recall first.
    ///   - progress: Receives the number of lists so far, and that of all.
    public func run(
        tunes: Bool = false,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async -> EvaluationReport {
        let training = split.training
        let learned = LearnedIndex(training)
        let searched = split.tests.indices.filter { tunes && $0 % 2 == 0 }.map { split.tests[$0] }
        let tested = split.tests.indices.filter { !tunes || $0 % 2 == 1 }.map { split.tests[$0] }
        let grid = tunes ? training.items.weights.grid : []
        var algorithms = Algorithm.all(training, learned, seed: seed)
        let total = grid.count * searched.count + (algorithms.count + (tunes ? 1 : 0)) * tested.count
        var done = 0
        func lists(of algorithm: Algorithm, for tests: [TrainingSplit.UserTest]) async -> [[ItemRow]] {
            await withTaskGroup(of: (index: Int, list: [ItemRow]).self) { group in
                for (index, test) in tests.enumerated() {
                    group.addTask { (index, algorithm.recommendations(test.history, Self.listLength)) }
                }
                var lists = [[ItemRow]](repeating: [], count: tests.count)
                for await (index, list) in group {
                    lists[index] = list
                    done += 1
                    progress(done, total)
                }
                return lists
            }
        }
        var best: (weights: RecommendationWeights, recall: Double)?
        for weights in grid {
            let lists = await lists(of: .engine(training, learned, weights), for: searched)
            let recall = metrics(lists, searched).reduce(0) { $0 + $1.recall }
            if recall > best?.recall ?? -1 { best = (weights, recall) }
        }
        if let best { algorithms.insert(.engine(training, learned, best.weights, name: "engine, tuned"), at: 0) }
        var rows: [EvaluationReport.Row] = []
        for algorithm in algorithms {
            let lists = await lists(of: algorithm, for: tested)
            let metrics = metrics(lists, tested)
            let covered = Double(Set(lists.joined()).count)
            let row = EvaluationReport.Row(
                name: algorithm.name,
                recall: Estimate(meanOf: metrics.map(\.recall)),
                meanAveragePrecision: Estimate(meanOf: metrics.map(\.averagePrecision)),
                coverage: lists.isEmpty ? nil : Estimate(value: covered / Double(training.items.available.count)),
                novelty: Estimate(meanOf: metrics.compactMap(\.novelty))
            )
            rows.append(row)
        }
        return EvaluationReport(
            users: tested.count,
            items: training.items.available.count,
            openings: split.openingCount,
            trainingOpenings: training.openings.count,
            targets: tested.reduce(0) { $0 + $1.targets.count },
            tuned: best?.weights,
            rows: rows
        )
    }

    private func metrics(_ lists: [[ItemRow]], _ tests: [TrainingSplit.UserTest]) -> [RankingMetrics] {
        zip(lists, tests).map { list, test in
            RankingMetrics(list, targets: test.targets, listLength: Self.listLength, training: split.training)
        }
    }
}

public enum EvaluationError: Error, Hashable, Sendable {
    case noItems
    case noTestUsers
}
