import Bytes
import Catalogue

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

    /// A test user has at least `minimumHistory` items in the training log and one target. An item that is no longer
    /// available is no target, because it cannot be recommended.
    /// - Parameters:
    ///   - limit: The most test users; of more, the seed chooses. By ``SplitMethod/leaveOut(_:)``, the openings of the
    ///     others are all for training.
    init(_ log: OpeningLog, by method: SplitMethod, users limit: Int, minimumHistory: Int, seed: UInt64) {
        let openings = log.firstOpenings()
        // The index after the last opening that may be for training.
        var end = openings.count
        if method == .time, !openings.isEmpty {
            let quantile = openings[(openings.count * 4 + 4) / 5 - 1].at
            end = openings.firstIndex { $0.at > quantile } ?? end
        }
        var candidates: [(test: UserTest, later: ArraySlice<Int>)] = []
        for (user, indices) in Dictionary(grouping: openings.indices, by: { openings[$0].user }) {
            let trainingCount =
                switch method {
                case .leaveOut(let count): max(0, indices.count - count)
                case .time: indices.firstIndex { $0 >= end } ?? indices.count
                }
            guard trainingCount >= minimumHistory else { continue }
            let items = indices.map { openings[$0].item }
            let history = UserHistory(user: user, items: items[..<trainingCount].reversed())
            let targets = Set(items[trainingCount...].filter { log.items.isAvailable($0) })
            if !targets.isEmpty { candidates.append(((history, targets), indices[trainingCount...])) }
        }
        let chosen = candidates.map { (number: $0.test.history.user.randomNumber(seed: seed), candidate: $0) }
            .sorted { $0.number < $1.number }.prefix(limit).map(\.candidate)
        tests = chosen.map(\.test)
        openingCount = openings.count
        let later = Set(chosen.flatMap(\.later))
        let trained = openings.indices.filter { $0 < end && !later.contains($0) }
        training = TrainingLog(items: log.items, openings: trained.map { openings[$0] })
    }
}

extension UserID {
    /// A random number that depends on the user and the seed alone.
    func randomNumber(seed: UInt64) -> UInt64 {
        Revision {
            $0.combine(seed)
            $0.combine(rawValue)
        }.rawValue
    }
}
