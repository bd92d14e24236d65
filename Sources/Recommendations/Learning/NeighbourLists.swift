/// An item that users opened together with another, and how often.
struct Neighbour: Hashable, Sendable {
    let slot: UInt32
    /// The sum of the weights of the pairs of openings.
    var weight: Float
}

/// The items most often opened together with each item, by its slot.
///
/// A value: copies share pages, and a change copies one page, and the references to the pages of one chunk.
struct NeighbourLists: Sendable {
    private(set) var chunks: [[NeighbourPage]] = []
    private(set) var count = 0

    private static let chunkSize = 16
    private static let chunkCapacity = chunkSize * NeighbourPage.size

    mutating func append() {
        if count % Self.chunkCapacity == 0 { chunks.append([]) }
        if count % NeighbourPage.size == 0 { chunks[chunks.count - 1].append(NeighbourPage()) }
        count += 1
    }

    /// Adds `weight` to the neighbour in `slot`; a negative one takes a weight back. In a full list, a new neighbour
    /// replaces the one with the least weight.
    mutating func add(_ weight: Float, to slot: UInt32, in list: Int) {
        chunks[list / Self.chunkCapacity][Self.page(of: list)].add(weight, to: slot, in: list % NeighbourPage.size)
    }

    /// Replaces a list by at most ``NeighbourPage/capacity`` neighbours, each of which occurs once.
    mutating func replace(_ list: Int, with neighbours: [Neighbour]) {
        chunks[list / Self.chunkCapacity][Self.page(of: list)].replace(list % NeighbourPage.size, with: neighbours)
    }

    mutating func scale(by factor: Float) {
        for chunk in chunks.indices {
            for page in chunks[chunk].indices { chunks[chunk][page].scale(by: factor) }
        }
    }

    func forEachNeighbour(in list: Int, _ visit: (Neighbour) -> Void) {
        chunks[list / Self.chunkCapacity][Self.page(of: list)]
            .forEachNeighbour(in: list % NeighbourPage.size, visit)
    }

    subscript(list: Int) -> [Neighbour] {
        chunks[list / Self.chunkCapacity][Self.page(of: list)].neighbours(in: list % NeighbourPage.size)
    }

    private static func page(of list: Int) -> Int { list % chunkCapacity / NeighbourPage.size }
}
