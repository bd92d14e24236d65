import Testing

@testable import Catalogue
@testable import Recommendations

/// Guards what one user can change of what all users see.
@Suite struct `The influence of one user` {
    private static let day: Int64 = 24 * 3_600

    /// A log of users' openings, as a store writes it.
    private struct Log {
        private var states: [String: UserState] = [:]
        private(set) var events: [UserEvent] = []

        /// - Parameter at: When the user opens the items; they are reported then, unless a time of the arrival is given.
        mutating func open(_ items: String..., by user: String, at time: Instant, reportedAt now: Instant? = nil) {
            let batch = EventBatch(items.map { .opened(.product($0)) }, at: time)
            let effect = states[user, default: .empty].apply(batch, at: now ?? time) { _ in true }
            for (action, at) in effect.logged {
                events.append(
                    UserEvent(position: Int64(events.count + 1), user: UserID(user)!, action: action, at: at)
                )
            }
        }

        var model: InteractionModel {
            var learner = InteractionLearner()
            for event in events { learner.learn(event) }
            return learner.published
        }
    }

    private func score(_ id: String, _ order: OpeningOrder, in model: InteractionModel) -> Float {
        model.slots[CatalogueItem.ID.product(id).hash].map { order.score(of: $0, in: model) } ?? 0
    }

    /// The orders that learn from openings.
    private static let orders: [OpeningOrder] = HalfLife.allCases.map { .popular($0) } + [.trending]

    @Test(arguments: [0, 60, 7_200, day, 9 * day, 40 * day])
    func `is one opening of an item, however often the user opens it`(pause: Int64) {
        var log = Log()
        for count in 0..<4 { log.open("a", by: "u", at: SampleEvents.start + Int64(count) * pause) }
        let end = SampleEvents.start + 3 * pause
        for user in ["v", "w", "x"] { log.open("b", by: user, at: end) }
        let model = log.model
        for order in Self.orders { #expect(score("a", order, in: model) < score("b", order, in: model)) }
        let last = HalfLife.allCases.map { score("a", .popular($0), in: model) }
        #expect((last + [model.openings(of: "a") ?? 0]).allSatisfy { abs($0 - 1) < 1e-4 })
        #expect(abs((model.openings(of: "b") ?? 0) - 3) < 1e-4)
    }

    @Test func `does not grow by late reports`() {
        var log = Log()
        for late in 0..<9 {
            log.open("a", by: "u", at: SampleEvents.start - Int64(late) * Self.day, reportedAt: SampleEvents.start)
        }
        #expect(log.model.openings(of: "a") == 1)
    }

    @Test func `is that of one pair, however often the user opens both items`() {
        var log = Log()
        for _ in 0..<9 { log.open("a", "b", by: "u", at: SampleEvents.start) }
        for user in ["v", "w"] { log.open("a", "c", by: user, at: SampleEvents.start) }
        let neighbours = log.model.neighbours(of: "a")
        #expect(neighbours["b"]! < neighbours["c"]!)
    }

    @Test func `is fifty openings a day, whatever times the events have`() {
        let limit = UserCounts.DailyOpenings.limit
        #expect(limit == 50)
        var log = Log()
        let day = Instant(seconds: SampleEvents.start.seconds / Self.day * Self.day)
        for number in 0..<limit { log.open("i\(number)", by: "u", at: day, reportedAt: day) }
        log.open("a", by: "u", at: day - 7 * Self.day, reportedAt: day + Self.day - 1)
        log.open("b", by: "u", at: day + Self.day, reportedAt: day + Self.day)
        log.open("c", by: "v", at: day + Self.day - 1)
        let model = log.model
        #expect(["a", "b", "c"].map { (model.openings(of: $0) ?? 0) > 0.9 } == [false, true, true])
        #expect(model.openings(of: "a") == 0)
    }

    @Test func `is taken back whole`() {
        var log = Log()
        log.open("a", by: "u", at: SampleEvents.start)
        log.open("a", by: "u", at: SampleEvents.start + Self.day)
        var learner = InteractionLearner()
        learner.history = []
        for event in log.events { learner.learn(event) }
        let forgotten = UserAction.forgotten(openings: [1, 2])
        learner.learn(UserEvent(position: 3, user: .erased, action: forgotten, at: 0))
        #expect(learner.published.openings(of: "a") == 0)
    }
}
