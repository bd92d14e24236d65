/// An item that users opened together with another, and how often.
struct Neighbour: Hashable, Sendable {
    /// The slot of the item, see ``ItemSlots``.
    let slot: UInt32
    /// The sum of the weights of the pairs of openings.
    var weight: Float
}

/// The items most often opened together with one item.
///
/// Bounded: in a full list a new item takes the place of the one with the least weight. Unlike in Space-Saving
/// (Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements in Data Streams, ICDT 2005), it
/// does not take over the weight: that overestimates chance pairs, and more than halves the recall on real openings.
struct NeighbourList: Hashable, Sendable {
    /// In no order.
    private(set) var neighbours: [Neighbour] = []

    /// The most neighbours.
    static let capacity = 64

    /// A list of at most ``capacity`` neighbours.
    init(_ neighbours: [Neighbour] = []) {
        self.neighbours = neighbours
    }

    /// Adds `weight` to the neighbour in `slot`.
    mutating func add(_ weight: Float, to slot: UInt32) {
        var (least, position) = (Float.infinity, 0)
        for index in neighbours.indices {
            if neighbours[index].slot == slot {
                neighbours[index].weight += weight
                return
            }
            if neighbours[index].weight < least { (least, position) = (neighbours[index].weight, index) }
        }
        if neighbours.count < Self.capacity {
            neighbours.append(Neighbour(slot: slot, weight: weight))
        } else {
            neighbours[position] = Neighbour(slot: slot, weight: weight)
        }
    }

    /// Multiplies all weights.
    mutating func scale(by factor: Float) {
        for index in neighbours.indices { neighbours[index].weight *= factor }
    }
}
