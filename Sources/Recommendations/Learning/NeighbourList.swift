/// An item that users opened together with another, and how often.
struct Neighbour: Hashable, Sendable {
    let slot: UInt32
    /// The sum of the weights of the pairs of openings.
    var weight: Float
}

/// The items that users opened most often together with one, in the order in which they came, except where one has taken
/// the place of another.
///
/// It is bounded: in a full list a new item takes the place of the one with the least weight. Unlike in Space-Saving
/// (Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements in Data Streams, ICDT 2005), it
/// does not take over the weight: that overestimates chance pairs, and more than halves the recall on real openings.
struct NeighbourList: Sendable {
    /// Different ones, at most ``capacity``.
    private(set) var neighbours: [Neighbour] = []

    static let capacity = 64

    /// Adds to the weight of a neighbour. If `weight` is negative, takes it back: a neighbour without a rest leaves, and
    /// the last one takes its place.
    mutating func add(_ weight: Float, to slot: UInt32) {
        if let index = neighbours.firstIndex(where: { $0.slot == slot }) {
            let old = neighbours[index].weight
            neighbours[index].weight = weight < 0 ? old.without(-weight) : old + weight
            if neighbours[index].weight == 0 {
                neighbours.swapAt(index, neighbours.count - 1)
                neighbours.removeLast()
            }
        } else if weight > 0 {
            insert(Neighbour(slot: slot, weight: weight))
        }
    }

    private mutating func insert(_ neighbour: Neighbour) {
        if neighbours.count < Self.capacity {
            neighbours.append(neighbour)
        } else {
            // The first one of those with the least weight.
            let weakest = neighbours.indices.reduce(0) { neighbours[$1].weight < neighbours[$0].weight ? $1 : $0 }
            neighbours[weakest] = neighbour
        }
    }

    mutating func scale(by factor: Float) {
        for index in neighbours.indices { neighbours[index].weight *= factor }
    }
}
