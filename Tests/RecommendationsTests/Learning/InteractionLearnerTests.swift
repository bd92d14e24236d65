import Bytes
import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `A learner of interactions` {
    /// The positions at which it publishes a model.
    private func publications(_ events: [UserEvent]) -> [Int64] {
        var (learner, positions) = (InteractionLearner(), [] as [Int64])
        for event in events {
            learner.learn(event)
            if learner.published.position != positions.last ?? 0 { positions.append(learner.published.position) }
        }
        return positions
    }

    @Test func `publishes after every event at first, then in steps that grow with the number of events`() {
        var events = SampleEvents()
        for number in 0..<600 { events.open("\(number % 7)", "u\(number % 5)") }
        let expected = (1...600).filter { number in
            switch number {
            case ..<128: true
            case ..<256: number % 2 == 0
            case ..<512: number % 4 == 0
            default: number % 8 == 0
            }
        }
        #expect(publications(events.events) == expected.map { Int64($0) })
    }

    @Test func `publishes at the first event of an hour, but not of an hour before`() {
        var events = SampleEvents()
        for number in 0..<513 { events.open("\(number % 7)", "u\(number % 5)", at: SampleEvents.start + 7_200) }
        #expect(publications(events.events).last == 512)
        events.open("a", "u1", at: SampleEvents.start + 3_600)
        #expect(publications(events.events).last == 512)
        events.open("a", "u1", at: SampleEvents.start + 10_800)
        #expect(publications(events.events).last == 515)
        events.open("a", "u1", at: SampleEvents.start + 14_399)
        #expect(publications(events.events).last == 515)
    }

    @Test func `learns nothing from searches and forgotten users`() {
        var learner = InteractionLearner()
        var events = SampleEvents()
        for number in 0..<9 { events.search("u\(number)", at: SampleEvents.start + Int64(number) * 3_600) }
        for event in events.events { learner.learn(event) }
        learner.learn(UserEvent(position: 10, user: UserID("u1")!, action: .forgotten(openings: [3]), at: 0))
        #expect(learner.position == 10)
        #expect(learner.published.position == 0)
        #expect(learner.published.slots.count == 0)
    }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func `publishes the models of every other learner of the same events`(seed: UInt64) {
        let events = SampleEvents(random: 900, seed: seed).events
        var (one, other) = (InteractionLearner(), InteractionLearner())
        for (number, event) in events.enumerated() {
            one.learn(event)
            other.learn(event)
            if number % 150 == 0 {
                #expect(ModelContent(of: one.published) == ModelContent(of: other.published))
            }
        }
        #expect(ModelContent(of: one.published) == ModelContent(of: other.published))
        #expect(one.published.position > 850)
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `publishes the model of all openings up to its position`(seed: UInt64) {
        var (learner, users, model) = (InteractionLearner(), [:] as [UserID: RecentSlots], InteractionModel())
        // The model after each opening, by position.
        var models: [Int64: [UInt8]] = [:]
        for event in SampleEvents(random: 900, seed: seed).events {
            if let opening = LearnedOpening(event) {
                let recent = users[event.user, default: RecentSlots()]
                let slot = model.learn(opening, after: recent)
                users[event.user, default: recent].insert(slot)
                models[event.position] = model.bytes
            }
            learner.learn(event)
            #expect(learner.published.bytes == models[learner.published.position] ?? InteractionModel().bytes)
        }
        #expect(learner.published.position > 850)
    }

    @Test func `begins anew with users that it has not seen for long`() {
        func neighbours(others: Int) -> [String: Float] {
            var learner = InteractionLearner(userLimit: 10)
            var events = SampleEvents(["u1": "a"])
            for number in 0..<others { events.open("c", "v\(number)") }
            events.open("b", "u1")
            for event in events.events { learner.learn(event) }
            return learner.published.neighbours(of: "a")
        }
        #expect(Array(neighbours(others: 3).keys) == ["b"])
        #expect(neighbours(others: 40).isEmpty)
    }

    @Test func `keeps the histories of users separate`() {
        var events = SampleEvents()
        for number in 0..<100 { events.open("\(number)", "u\(number)") }
        for number in 0..<100 { events.open("\(number + 100)", "u\(number)") }
        let (model, ids) = (events.model, (0..<200).map { "\($0)" })
        for number in 0..<100 {
            #expect(Array(model.neighbours(of: "\(number)", among: ids).keys) == ["\(number + 100)"])
        }
    }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func `has a history to take back what it has learned from some users`(seed: UInt64) {
        let events = SampleEvents(random: 900, seed: seed).events
        let forgotten = [UserID("u3")!, UserID("u7")!]
        // The users are forgotten after some events, the rest of which are deleted. Few places: users begin anew.
        func learner(without users: [UserID], until end: Int, userLimit: Int) -> InteractionLearner {
            var learner = InteractionLearner(userLimit: userLimit)
            learner.history = []
            for event in events.prefix(end) { learner.learn(event) }
            for user in users {
                let openings = events.filter { $0.user == user && $0.action.code == UserAction.openedCode }
                let positions = openings.map(\.position)
                let action = UserAction.forgotten(openings: positions)
                learner.learn(UserEvent(position: learner.position, user: .erased, action: action, at: 0))
            }
            for event in events.dropFirst(end) where !users.contains(event.user) { learner.learn(event) }
            return learner
        }
        for (end, userLimit) in [(900, 1_000), (500, 1_000), (900, 8)] {
            let learner = learner(without: forgotten, until: end, userLimit: userLimit)
            for user in forgotten {
                #expect(learner.recents.young[user.hash] == nil && learner.recents.old[user.hash] == nil)
            }
            guard userLimit == 1_000 else { continue }
            var expected = InteractionLearner()
            for event in events where !forgotten.contains(event.user) { expected.learn(event) }
            let (found, wanted) = (learner.complete, expected.complete)
            for id in (0..<30).map({ "\($0)" }) {
                #expect(abs((found.openings(of: id) ?? 0) - (wanted.openings(of: id) ?? 0)) < 1e-3)
                let ids = (0..<30).map { "\($0)" }
                let (one, other) = (found.neighbours(of: id, among: ids), wanted.neighbours(of: id, among: ids))
                #expect(Set(one.keys) == Set(other.keys))
                for (key, likeness) in one { #expect(abs(likeness / other[key]! - 1) < 1e-3) }
            }
        }
    }

    @Test(arguments: [[], [1]] as [[Int64]])
    func `publishes at a forgotten user, so that its checkpoint replaces earlier ones`(positions: [Int64]) {
        var learner = InteractionLearner()
        learner.history = []
        for event in SampleEvents(["u1": "a", "u2": "b"]).events { learner.learn(event) }
        learner.learn(UserEvent(position: 9, user: .erased, action: .forgotten(openings: positions), at: 0))
        #expect(learner.checkpoint().position == 9)
    }

    @Test func `leaves nothing of a user who alone opened some items`() {
        var learner = InteractionLearner()
        learner.history = []
        for event in SampleEvents(["u1": "abcab", "u2": "cd", "u1": "e"]).events { learner.learn(event) }
        let positions: [Int64] = [1, 2, 3, 4, 5, 8]
        learner.learn(UserEvent(position: 9, user: .erased, action: .forgotten(openings: positions), at: 0))
        let model = learner.published
        #expect(["a", "b", "c", "d", "e"].map { model.openings(of: $0) } == [0, 0, 1, 1, 0])
        #expect(model.neighbours(of: "a").isEmpty && model.neighbours(of: "e").isEmpty)
        #expect(Array(model.neighbours(of: "c").keys) == ["d"])
        for half in HalfLife.allCases {
            #expect([0, 1, 4].allSatisfy { model.openings(of: $0, half) == 0 } && model.openings(of: 2, half) == 1)
        }
    }
}

extension InteractionLearner {
    /// The model of all events, those that wait to be published included.
    fileprivate var complete: InteractionModel {
        var copy = self
        let end = SampleEvents.start + 1_000_000
        copy.learn(UserEvent(position: position, user: UserID("last")!, action: .opened(.product("last")), at: end))
        return copy.published
    }
}
