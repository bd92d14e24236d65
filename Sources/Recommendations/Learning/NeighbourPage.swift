/// The lists of neighbours of a few items, in one piece of memory.
///
/// A list is bounded: in a full one a new item takes the place of the one with the least weight. Unlike in Space-Saving
/// (Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements in Data Streams, ICDT 2005), it
/// does not take over the weight: that overestimates chance pairs, and more than halves the recall on real openings.
struct NeighbourPage: Sendable {
    private(set) var counts = InlineArray<4, UInt8>(repeating: 0)
    /// The number of blocks of each list.
    private var length = 1
    /// The blocks of the first list, of the second and so on.
    private(set) var blocks: [NeighbourBlock]

    static let size = InlineArray<4, UInt8>(repeating: 0).count
    static let capacity = 64

    init() {
        blocks = Array(repeating: NeighbourBlock(), count: Self.size)
    }

    /// Visits the neighbours in a list, in the order in which their places were taken first.
    func forEachNeighbour(in list: Int, _ visit: (Neighbour) -> Void) {
        var count = Int(counts[list])
        for index in list * length..<(list + 1) * length where count > 0 {
            blocks[index].forEachNeighbour(count, visit)
            count -= NeighbourBlock.size
        }
    }

    func neighbours(in list: Int) -> [Neighbour] {
        var neighbours: [Neighbour] = []
        neighbours.reserveCapacity(Int(counts[list]))
        forEachNeighbour(in: list) { neighbours.append($0) }
        return neighbours
    }

    /// Adds to the weight of a neighbour. If `weight` is negative, takes it back: a neighbour without a rest leaves.
    mutating func add(_ weight: Float, to slot: UInt32, in list: Int) {
        let first = list * length
        for index in first..<first + length {
            if let place = blocks[index].place(of: slot) {
                let old = blocks[index][place].weight
                blocks[index][place].weight = weight < 0 ? old.without(-weight) : old + weight
                if blocks[index][place].weight == 0 { remove((index - first) * NeighbourBlock.size + place, in: list) }
                return
            }
        }
        if weight > 0 { insert(Neighbour(slot: slot, weight: weight), in: list) }
    }

    /// Moves the last neighbour to a place.
    private mutating func remove(_ place: Int, in list: Int) {
        counts[list] -= 1
        let (first, last, size) = (list * length, Int(counts[list]), NeighbourBlock.size)
        blocks[first + place / size][place % size] = blocks[first + last / size][last % size]
        blocks[first + last / size][last % size] = NeighbourBlock()[0]
    }

    private mutating func insert(_ neighbour: Neighbour, in list: Int) {
        let count = Int(counts[list])
        if count == Self.capacity {
            replaceWeakest(in: list, with: neighbour)
        } else {
            if count == length * NeighbourBlock.size { grow() }
            blocks[list * length + count / NeighbourBlock.size][count % NeighbourBlock.size] = neighbour
            counts[list] += 1
        }
    }

    /// Replaces the first neighbour with the least weight in a full list.
    private mutating func replaceWeakest(in list: Int, with neighbour: Neighbour) {
        let range = list * length..<(list + 1) * length
        var (least, weakest) = (Float.infinity, range.lowerBound)
        for index in range {
            let weight = blocks[index].least
            if weight < least { (least, weakest) = (weight, index) }
        }
        blocks[weakest][blocks[weakest].firstPlace(ofWeight: least)] = neighbour
    }

    private mutating func grow() {
        var larger = Array(repeating: NeighbourBlock(), count: 2 * blocks.count)
        for index in blocks.indices { larger[index / length * 2 * length + index % length] = blocks[index] }
        blocks = larger
        length *= 2
    }

    /// Replaces a list by at most ``capacity`` neighbours.
    mutating func replace(_ list: Int, with neighbours: [Neighbour]) {
        counts[list] = 0
        for index in list * length..<(list + 1) * length { blocks[index] = NeighbourBlock() }
        for neighbour in neighbours { insert(neighbour, in: list) }
    }

    mutating func scale(by factor: Float) {
        for index in blocks.indices { blocks[index].scale(by: factor) }
    }
}
