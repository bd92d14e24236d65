import Testing

@testable import Recommendations

@Suite struct `A list of neighbours` {
    private let capacity = NeighbourList.capacity

    private func weights(_ list: NeighbourList) -> [UInt32: Float] {
        Dictionary(uniqueKeysWithValues: list.neighbours.map { ($0.slot, $0.weight) })
    }

    @Test func `sums the weights of each neighbour`() {
        var list = NeighbourList()
        for (slot, weight) in [(3, 1), (5, 2), (3, 4), (7, 1), (5, 0.5)] as [(UInt32, Float)] {
            list.add(weight, to: slot)
        }
        #expect(weights(list) == [3: 5, 5: 2.5, 7: 1])
        list.scale(by: 0.5)
        #expect(weights(list) == [3: 2.5, 5: 1.25, 7: 0.5])
    }

    @Test func `replaces the weakest neighbour if it is full`() {
        var list = NeighbourList()
        for slot in 0..<capacity { list.add(slot == 9 ? 1 : Float(2 + slot), to: UInt32(slot)) }
        #expect(list.neighbours.count == capacity)
        list.add(0.25, to: 1_000)
        #expect(list.neighbours.count == capacity)
        #expect(weights(list)[9] == nil)
        #expect(weights(list)[1_000] == 0.25)
        // It does not take over the weight of the former one, and is the weakest now.
        list.add(8, to: 1_001)
        #expect(weights(list)[1_000] == nil)
        #expect(weights(list)[1_001] == 8)
        // Only 0 has less than 3.
        list.add(1, to: 1_002)
        #expect(weights(list)[0] == nil)
    }

    @Test func `adds to known neighbours without a replacement, even if it is full`() {
        var list = NeighbourList()
        for slot in 0..<capacity { list.add(1, to: UInt32(slot)) }
        for slot in 0..<capacity { list.add(0.5, to: UInt32(slot)) }
        #expect(weights(list) == Dictionary(uniqueKeysWithValues: (0..<UInt32(capacity)).map { ($0, 1.5) }))
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `keeps the neighbours of most weight among many by chance`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        var list = NeighbourList()
        for _ in 0..<4_000 {
            let isFrequent = Int.random(in: 0..<4, using: &generator) > 0
            list.add(
                1,
                to: isFrequent ? .random(in: 0..<20, using: &generator) : .random(in: 20..<5_000, using: &generator)
            )
        }
        #expect(list.neighbours.count == capacity)
        #expect(Set(list.neighbours.map(\.slot)).count == capacity)
        #expect(Set(list.neighbours.map(\.slot)).isSuperset(of: 0..<20))
    }
}

@Suite struct `The slots that a user opened last` {
    private func slots(_ recent: RecentSlots) -> [UInt32] { (0..<recent.count).map { recent[$0] } }

    private func slots(_ opened: [UInt32]) -> [UInt32] {
        var recent = RecentSlots()
        for slot in opened { recent.insert(slot) }
        return slots(recent)
    }

    @Test func `are the latest first, each once, at most ten`() {
        #expect(slots([]) == [])
        #expect(slots([0]) == [0])
        #expect(slots([1, 2, 3]) == [3, 2, 1])
        #expect(slots([1, 2, 3, 2]) == [2, 3, 1])
        #expect(slots([1, 2, 3, 1, 1]) == [1, 3, 2])
        #expect(slots(Array(0..<10)) == Array((0..<10).reversed()))
        #expect(slots(Array(0..<14)) == Array((4..<14).reversed()))
        #expect(slots(Array(0..<14) + [4]) == [4] + (5..<14).reversed())
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `are those of a simple list`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        var (recent, list) = (RecentSlots(), [UInt32]())
        for _ in 0..<500 {
            let slot = UInt32.random(in: 0..<16, using: &generator)
            recent.insert(slot)
            list = Array(([slot] + list.filter { $0 != slot }).prefix(10))
            #expect(slots(recent) == list)
        }
    }
}
