import Catalogue

/// How openings are divided into training and test.
public enum SplitMethod: Hashable, Sendable {
    /// This many last items of each test user are for the test.
    case leaveOut(Int)
    /// Openings after the 80% quantile of their times are for the test.
    case time
}

struct TrainingSplit {
    let training: TrainingLog
    let tests: [UserTest]
    /// The number of first openings of items by users, for training or not.
    let openingCount: Int

    /// The targets are the items that the user opened later. All are available.
    typealias UserTest = (history: UserHistory, targets: Set<ItemRow>)

    /// Divides a log.
    ///
    /// A test user has at least `minimumHistory` items in the training log and one target. An item that is no longer
    /// available is no target, because it cannot be recommended.
    /// - Parameters:
    ///   - limit: The most test users; of more, `generator` chooses. By ``SplitMethod/leaveOut(_:)``, the openings of
    ///     the others are all for training.
    init(
        _ log: OpeningLog,
        by method: SplitMethod,
        users limit: Int,
        minimumHistory: Int,
        using generator: inout some RandomNumberGenerator
    ) {
        let openings = log.firstOpenings()
        let ofUser = Dictionary(grouping: openings.indices) { openings[$0].user }
        let end = method.trainingEnd(of: openings)
        var candidates: [(user: UserID, indices: [Int], trainingCount: Int, targets: Set<ItemRow>)] = []
        for (user, indices) in ofUser.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let trainingCount = method.trainingCount(of: indices, before: end)
            guard trainingCount >= minimumHistory else { continue }
            let later = indices[trainingCount...].map { openings[$0].item }
            let targets = Set(later.filter { log.items.isAvailable($0) })
            if !targets.isEmpty { candidates.append((user, indices, trainingCount, targets)) }
        }
        let chosen = candidates.shuffled(using: &generator).prefix(limit).sorted { $0.user.rawValue < $1.user.rawValue }

        var isTraining = openings.indices.map { $0 < end }
        var tests: [UserTest] = []
        for (user, indices, trainingCount, targets) in chosen {
            for index in indices[trainingCount...] { isTraining[index] = false }
            let items = indices[..<trainingCount].reversed().map { openings[$0].item }
            tests.append((UserHistory(user: user, items: items), targets))
        }
        self.tests = tests
        openingCount = openings.count
        training = TrainingLog(items: log.items, openings: zip(openings, isTraining).filter { $0.1 }.map(\.0))
    }
}

extension SplitMethod {
    /// The index after the last opening that may be for training.
    fileprivate func trainingEnd(of openings: [Opening]) -> Int {
        guard self == .time, !openings.isEmpty else { return openings.count }
        let quantile = openings[(openings.count * 4 + 4) / 5 - 1].at
        return openings.firstIndex { $0.at > quantile } ?? openings.count
    }

    fileprivate func trainingCount(of indices: [Int], before end: Int) -> Int {
        switch self {
        case .leaveOut(let count): max(0, indices.count - count)
        case .time: indices.firstIndex { $0 >= end } ?? indices.count
        }
    }
}
