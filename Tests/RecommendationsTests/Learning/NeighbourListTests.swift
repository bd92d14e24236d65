import SeededRandom
import Testing

@testable import Recommendations

@Suite struct `A list of neighbours` {
    private let capacity = NeighbourList.capacity

    @Test func `sums the weights of each neighbour`() {
        var list = NeighbourList()
        for (slot, weight) in [(3, 1), (5, 2), (3, 4), (7, 1), (5, 0.5)] as [(UInt32, Float)] {
            list.add(weight, to: slot)
        }
        #expect(list.weights == [3: 5, 5: 2.5, 7: 1])
        list.scale(by: 0.5)
        #expect(list.weights == [3: 2.5, 5: 1.25, 7: 0.5])
    }

    @Test func `replaces the weakest neighbour if it is full`() {
        var list = NeighbourList()
        for slot in 0..<capacity { list.add(slot == 9 ? 1 : Float(2 + slot), to: UInt32(slot)) }
        #expect(list.neighbours.count == capacity)
        list.add(0.25, to: 1_000)
        #expect(list.neighbours.count == capacity)
        #expect(list.weights[9] == nil)
        #expect(list.weights[1_000] == 0.25)
        // It does not take over the weight of the former one, and is the weakest now.
        list.add(8, to: 1_001)
        #expect(list.weights[1_000] == nil)
        #expect(list.weights[1_001] == 8)
        // Only 0 has less than 3.
        list.add(1, to: 1_002)
        #expect(list.weights[0] == nil)
    }

    @Test func `takes weights back, and moves the last neighbour to the place of one without a rest`() {
        var list = NeighbourList()
        for slot in 0..<4 as Range<UInt32> { list.add(Float(2 + slot), to: slot) }
        list.add(-1, to: 0)
        list.add(-3, to: 1)
        // It is not in the list.
        list.add(-1, to: 9)
        #expect(
            list.neighbours == [
                Neighbour(slot: 0, weight: 1), Neighbour(slot: 3, weight: 5), Neighbour(slot: 2, weight: 4),
            ]
        )
    }

    @Test func `adds to known neighbours without a replacement, even if it is full`() {
        var list = NeighbourList()
        for slot in 0..<capacity { list.add(1, to: UInt32(slot)) }
        for slot in 0..<capacity { list.add(0.5, to: UInt32(slot)) }
        #expect(list.weights == Dictionary(uniqueKeysWithValues: (0..<UInt32(capacity)).map { ($0, 1.5) }))
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `keeps the neighbours of most weight among many by chance`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
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

extension NeighbourList {
    fileprivate var weights: [UInt32: Float] {
        Dictionary(uniqueKeysWithValues: neighbours.map { ($0.slot, $0.weight) })
    }
}
