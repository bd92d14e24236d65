import Catalogue
import Synchronization

/// What was learned from users' openings, laid out for the rows of one snapshot.
public final class LearnedIndex: Sendable {
    let model: InteractionModel
    let contentID: UInt64
    /// The popularity of the rows of each segment: the logarithm of their openings, in parts of 255 of the greatest.
    let popularity: [[UInt8]]
    /// By slot of the model.
    private let items: [Item]
    private struct Item {
        /// `nil` if the snapshot does not have the item.
        var row: ItemRow?
        let commonness: Float
    }

    private let orders = Mutex<[OpeningOrder: [ItemRow]]>([:])

    /// The index of a model and a snapshot. Takes about 300 ns for each item.
    init(_ model: InteractionModel, in snapshot: CatalogueSnapshot) {
        self.model = model
        contentID = snapshot.contentID
        let openings = model.openings
        let logarithms = openings.map { Float(PowersOfTwo.logarithm(1 + Double($0))) }
        let greatest = max(1e-9, logarithms.max() ?? 0)
        var items = openings.map { Item(row: nil, commonness: InteractionModel.commonness($0)) }
        popularity = snapshot.mapRows { row, hash in
            guard let slot = model.slots[hash] else { return 0 }
            items[slot].row = row
            return UInt8((logarithms[slot] / greatest * 255).rounded())
        }
        self.items = items
    }

    /// The items that users opened, in an order; sorted once, which takes about 200 ns for each item.
    func rows(by order: OpeningOrder) -> [ItemRow] {
        orders.withLock { orders in
            if let known = orders[order] { return known }
            var found: [(score: Float, slot: Int)] = []
            for slot in items.indices where items[slot].row != nil {
                let score = order.score(of: slot, in: model)
                if score > 0 { found.append((score, slot)) }
            }
            // Slots are numbered in the order of events.
            found.sort { $0.score == $1.score ? $0.slot < $1.slot : $0.score > $1.score }
            let sorted = found.compactMap { items[$0.slot].row }
            orders[order] = sorted
            return sorted
        }
    }

    struct Neighbour {
        let row: ItemRow
        let likeness: Float
        /// The index of the item that it is most like.
        let closest: Int
    }

    /// The items that users opened together with some items.
    /// - Parameter opened: The items and their weights.
    func neighbours(of opened: [(hash: UInt64, weight: Float)]) -> [Neighbour] {
        var sums = NeighbourSums()
        let shrinkage = InteractionModel.shrinkage(ofOpened: opened.count)
        for (index, item) in opened.enumerated() {
            guard let slot = model.slots[item.hash] else { continue }
            model.forEachNeighbour(of: slot, shrinkage: shrinkage) {
                items[$0].commonness
            } _: { neighbour, likeness in
                sums.add(item.weight * likeness, to: neighbour, from: index)
            }
        }
        return sums.sums.compactMap { sum in
            items[Int(sum.slot)].row.map { Neighbour(row: $0, likeness: sum.likeness, closest: sum.closest) }
        }
    }
}

/// Sums of likenesses by slot: a hash table with linear probing, which is faster than `Dictionary`.
private struct NeighbourSums {
    struct Sum {
        let slot: UInt32
        var likeness: Float
        var greatest: Float
        var closest: Int
    }

    /// In the order of their first parts.
    private(set) var sums: [Sum] = []
    /// Indices in ``sums``, or ``free``.
    private var places = Array(repeating: Self.free, count: 256)

    private static let free = UInt16.max

    mutating func add(_ part: Float, to slot: UInt32, from index: Int) {
        var place = firstPlace(of: slot)
        while places[place] != Self.free {
            let known = Int(places[place])
            if sums[known].slot == slot {
                sums[known].likeness += part
                if part > sums[known].greatest { (sums[known].greatest, sums[known].closest) = (part, index) }
                return
            }
            place = (place + 1) & (places.count - 1)
        }
        places[place] = UInt16(sums.count)
        sums.append(Sum(slot: slot, likeness: part, greatest: part, closest: index))
        if sums.count * 2 > places.count { grow() }
    }

    private func firstPlace(of slot: UInt32) -> Int {
        // Fibonacci hashing (Knuth, The Art of Computer Programming, vol. 3, 6.4).
        Int(slot &* 0x9e37_79b9 >> 8) & (places.count - 1)
    }

    private mutating func grow() {
        places = Array(repeating: Self.free, count: 2 * places.count)
        for index in sums.indices {
            var place = firstPlace(of: sums[index].slot)
            while places[place] != Self.free { place = (place + 1) & (places.count - 1) }
            places[place] = UInt16(index)
        }
    }
}
