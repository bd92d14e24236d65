import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `A model of interactions` {
    private func isNear(_ one: Float?, _ other: Float) -> Bool { one.map { abs($0 / other - 1) < 1e-5 } ?? false }

    /// The likeness of a pair of this weight, the items of which have so many openings.
    private func likeness(_ weight: Float, _ one: Double, _ other: Double) -> Float {
        weight
            / (Float(PowersOfTwo.power(PowersOfTwo.logarithm(one * other) * 5 / 8))
                + InteractionModel.shrinkage(ofOpened: 1))
    }

    @Test func `is empty without events`() {
        let model = InteractionModel()
        #expect(model.slots.count == 0)
        #expect(model.position == 0)
        #expect(model.openings.isEmpty)
        #expect(model.openings(of: "a") == nil)
    }

    @Test func `counts the openings of each item`() {
        let model = SampleEvents(["u1": "aab", "u2": "a", "u3": "c"]).model
        #expect(model.slots.count == 3)
        #expect(model.position == 5)
        #expect(["a", "b", "c", "d"].map { model.openings(of: $0) } == [3, 1, 1, nil])
    }

    @Test func `makes items that users opened together neighbours of each other`() {
        let model = SampleEvents(["u1": "ab", "u2": "ba", "u3": "cd", "u4": "c"]).model
        #expect(Set(model.neighbours(of: "a").keys) == ["b"])
        #expect(isNear(model.neighbours(of: "a")["b"], likeness(2, 2, 2)))
        #expect(model.neighbours(of: "a")["b"] == model.neighbours(of: "b")["a"])
        #expect(isNear(model.neighbours(of: "c")["d"], likeness(1, 2, 1)))
        #expect(SampleEvents(["u1": "a", "u2": "b"]).model.neighbours(of: "a").isEmpty)
    }

    @Test func `weighs pairs less with the number of items opened in between`() {
        let neighbours = SampleEvents(["u1": "abcd"]).model.neighbours(of: "d")
        #expect(Set(neighbours.keys) == ["a", "b", "c"])
        #expect(isNear(neighbours["c"], likeness(1, 1, 1)))
        #expect(isNear(neighbours["b"], likeness(OpeningWeights.pairedStep, 1, 1)))
        #expect(isNear(neighbours["a"], likeness(OpeningWeights.pairedStep * OpeningWeights.pairedStep, 1, 1)))
    }

    @Test func `pairs an item with the last ten others, never with itself`() {
        let model = SampleEvents(["u1": "abcdefghijkl"]).model
        #expect(Set(model.neighbours(of: "l").keys) == Set("bcdefghijk".map { "\($0)" }))
        let again = SampleEvents(["u1": "aaba"]).model
        #expect(Set(again.neighbours(of: "a").keys) == ["b"])
        #expect(isNear(again.neighbours(of: "a")["b"], likeness(2, 3, 1)))
    }

    @Test func `prefers pairs of rare items to pairs with a popular one`() {
        var events = SampleEvents(["u1": "ab", "u2": "ab", "u3": "ac", "u4": "ac"])
        for user in 0..<200 { events.open("c", "v\(user)") }
        let neighbours = events.model.neighbours(of: "a")
        #expect(neighbours["b"]! > neighbours["c"]!)
    }

    @Test func `halves openings and pairs after the half-life`() {
        let start = SampleEvents.start
        var events = SampleEvents(["u1": "ab"], at: start)
        events.open("c", "u2", at: start + SampleEvents.halfLife)
        #expect(events.model.openings(of: "a") == 0.5)
        #expect(events.model.openings(of: "c") == 1)
        #expect(isNear(events.model.neighbours(of: "a")["b"], likeness(0.5, 0.5, 0.5)))
        events.open("c", "u2", at: start + 2 * SampleEvents.halfLife)
        #expect(events.model.openings(of: "a") == 0.25)
        #expect(events.model.openings(of: "c") == 1.5)
    }

    @Test func `keeps its ratios over decades`() {
        var events = SampleEvents(["u1": "ab"])
        for count in 1...80 {
            events.open("c", "u2", at: SampleEvents.start + Int64(count) * SampleEvents.halfLife)
        }
        #expect(isNear(events.model.openings(of: "c"), 2))
        #expect(events.model.openings(of: "a") == Float(sign: .plus, exponent: -80, significand: 1))
        #expect(events.model.neighbours(of: "a")["b"]! > 0)
    }

    @Test func `takes events that come late with the weight of their time`() {
        var events = SampleEvents(["u1": "a"], at: SampleEvents.start + SampleEvents.halfLife)
        events.open("b", "u2", at: SampleEvents.start)
        events.open("b", "u2", at: SampleEvents.start + SampleEvents.halfLife)
        #expect(events.model.openings(of: "a") == 1)
        #expect(events.model.openings(of: "b") == 1.5)
    }

    @Test func `keeps its answers while a copy learns more`() {
        let events = SampleEvents(random: 100, seed: 5).events
        var learner = InteractionLearner()
        for event in events.prefix(80) { learner.learn(event) }
        let model = learner.published
        let before = ModelContent(of: model)
        for event in events.dropFirst(80) { learner.learn(event) }
        #expect(ModelContent(of: model) == before)
        #expect(ModelContent(of: learner.published) != before)
    }
}

/// All answers of a model about the products of ``SampleEvents/init(random:seed:)``.
struct ModelContent: Equatable {
    let position: Int64
    let openings: [Float]
    let neighbours: [[String: Float]]

    init(of model: InteractionModel) {
        let ids = (0..<30).map { "\($0)" }
        position = model.position
        openings = model.openings
        neighbours = ids.map { model.neighbours(of: $0, among: ids) }
    }
}
