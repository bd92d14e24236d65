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

    @Test func `learns nothing from searches and forgotten users, but publishes the position of the latter`() {
        var learner = InteractionLearner()
        var events = SampleEvents()
        for number in 0..<9 { events.search("u\(number)", at: SampleEvents.start + Int64(number) * 3_600) }
        for event in events.events { learner.learn(event) }
        learner.learn(UserEvent(position: 10, user: UserID("u1")!, action: .forgotten, at: SampleEvents.start))
        #expect(learner.position == 10)
        #expect(learner.published.position == 10)
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
            if case .opened(let item) = event.action {
                let recent = users[event.user, default: RecentSlots()]
                let slot = model.learn(item.hash, after: recent, at: event.at, position: event.position)
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
}
