/// Random items: the least that others have to exceed.
struct RandomRecommender: Recommender {
    static let name = "random"

    private let available: [Int]
    private let seed: UInt64

    init(_ training: TrainingLog, seed: UInt64) {
        available = training.items.available
        self.seed = seed
    }

    func recommendations(for history: UserHistory, count: Int) -> [Int] {
        var generator = SeededGenerator(seed: seed, stream: history.user)
        var pool = available
        var chosen: [Int] = []
        for index in pool.indices {
            if chosen.count == count { break }
            pool.swapAt(index, .random(in: index..<pool.endIndex, using: &generator))
            if !history.opened.contains(pool[index]) { chosen.append(pool[index]) }
        }
        return chosen
    }
}
