import SeededRandom
import Testing

@testable import Recommendations

/// Compares the pages of lists with plain arrays.
@Suite struct `Lists of neighbours` {
    /// A list as an array.
    private struct Reference {
        var neighbours: [Neighbour] = []

        mutating func add(_ weight: Float, to slot: UInt32) {
            if let index = neighbours.firstIndex(where: { $0.slot == slot }) {
                neighbours[index].weight += weight
            } else if neighbours.count < NeighbourPage.capacity {
                neighbours.append(Neighbour(slot: slot, weight: weight))
            } else if let weakest = neighbours.indices.min(by: { neighbours[$0].weight < neighbours[$1].weight }) {
                neighbours[weakest] = Neighbour(slot: slot, weight: weight)
            }
        }
    }

    private static let count = 150

    private func lists() -> NeighbourLists {
        var lists = NeighbourLists()
        for _ in 0..<Self.count { lists.append() }
        return lists
    }

    /// Adds random neighbours, most of them to few lists. Many weights are equal.
    private func addNeighbours(
        _ random: inout SplitMix64,
        _ add: (_ weight: Float, _ slot: UInt32, _ list: Int) -> Void
    ) {
        for _ in 0..<20_000 {
            let list = Int.random(in: 0..<(Bool.random(using: &random) ? Self.count : 9), using: &random)
            let slot = UInt32.random(in: 0..<(Bool.random(using: &random) ? 50 : 2_000), using: &random)
            add(Float.random(in: 1...3, using: &random).rounded(), slot, list)
        }
    }

    private func content(_ lists: NeighbourLists) -> [[Neighbour]] { (0..<lists.count).map { lists[$0] } }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func `have the neighbours and the order of plain arrays`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (lists, references) = (lists(), Array(repeating: Reference(), count: Self.count))
        addNeighbours(&random) { weight, slot, list in
            lists.add(weight, to: slot, in: list)
            references[list].add(weight, to: slot)
        }
        #expect(content(lists) == references.map(\.neighbours))
        #expect(content(lists).contains { $0.count == NeighbourPage.capacity })
        lists.scale(by: 0.75)
        let scaled = references.map { $0.neighbours.map { Neighbour(slot: $0.slot, weight: $0.weight * 0.75) } }
        #expect(content(lists) == scaled)
    }

    @Test func `do not change with their copies`() {
        var random = SplitMix64(seed: 7)
        var lists = lists()
        addNeighbours(&random) { lists.add($0, to: $1, in: $2) }
        let (copy, before) = (lists, content(lists))
        addNeighbours(&random) { lists.add($0, to: $1, in: $2) }
        lists.append()
        lists.replace(3, with: [Neighbour(slot: 1, weight: 2)])
        #expect(content(copy) == before)
        #expect(content(lists) != before && lists.count == Self.count + 1)
        #expect(lists[3] == [Neighbour(slot: 1, weight: 2)])
        var scaled = copy
        scaled.scale(by: 2)
        #expect(content(copy) == before)
    }

    @Test func `are replaced one by one`() {
        var random = SplitMix64(seed: 8)
        var lists = lists()
        addNeighbours(&random) { lists.add($0, to: $1, in: $2) }
        var copy = self.lists()
        for list in 0..<Self.count { copy.replace(list, with: lists[list]) }
        #expect(content(copy) == content(lists))
        for list in 0..<Self.count { copy.replace(list, with: lists[Self.count - 1 - list]) }
        #expect(content(copy) == content(lists).reversed())
    }
}
