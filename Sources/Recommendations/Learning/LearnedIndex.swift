import Catalogue
import Synchronization

/// What was learned from users' openings, laid out for the rows of one snapshot.
public final class LearnedIndex: Sendable {
    /// The model, with the position that it has reached.
    let model: InteractionModel
    /// The snapshot's ``CatalogueSnapshot/contentID``.
    let contentID: UInt64
    /// The popularity of the rows of each segment: the logarithm of their openings, in parts of 255 of the greatest.
    let popularity: [[UInt8]]
    /// By slot of the model.
    private let rows: [ItemRow?]
    private let orders = Mutex<[OpeningOrder: [ItemRow]]>([:])

    /// The index of a model and a snapshot. Takes about 300 ns for each item.
    public init(_ model: InteractionModel, in snapshot: CatalogueSnapshot) {
        self.model = model
        contentID = snapshot.contentID
        let logarithms = model.openings.map { Float(PowersOfTwo.logarithm(1 + Double($0))) }
        let greatest = max(1e-9, logarithms.max() ?? 0)
        var rows = Array(repeating: nil as ItemRow?, count: model.itemCount)
        popularity = snapshot.mapRows { row, hash in
            guard let slot = model.slot(of: hash) else { return 0 }
            rows[slot] = row
            return UInt8((logarithms[slot] / greatest * 255).rounded())
        }
        self.rows = rows
    }

    /// The items that users opened, in an order; sorted once, which takes about 200 ns for each item.
    func rows(by order: OpeningOrder) -> [ItemRow] {
        orders.withLock { orders in
            if let known = orders[order] { return known }
            var found: [(score: Float, slot: Int)] = []
            for slot in rows.indices where rows[slot] != nil {
                let score = order.score(of: slot, in: model)
                if score > 0 { found.append((score, slot)) }
            }
            // Slots are numbered in the order of events.
            found.sort { $0.score == $1.score ? $0.slot < $1.slot : $0.score > $1.score }
            let sorted = found.compactMap { rows[$0.slot] }
            orders[order] = sorted
            return sorted
        }
    }

    /// An item that users opened together with some items.
    struct Neighbour {
        let row: ItemRow
        /// The sum of its likenesses.
        let likeness: Float
        /// The index of the item that it is most like.
        let closest: Int
    }

    /// The items that users opened together with some items.
    /// - Parameter opened: The items and their weights.
    func neighbours(of opened: [(hash: UInt64, weight: Float)]) -> [Neighbour] {
        var found: [UInt32: (likeness: Float, greatest: Float, closest: Int)] = [:]
        for (index, item) in opened.enumerated() {
            guard let slot = model.slot(of: item.hash) else { continue }
            model.forEachNeighbour(of: slot) { neighbour, likeness in
                let part = item.weight * likeness
                var sum = found[neighbour] ?? (0, 0, 0)
                sum.likeness += part
                if part > sum.greatest { (sum.greatest, sum.closest) = (part, index) }
                found[neighbour] = sum
            }
        }
        return found.compactMap { slot, sum in
            rows[Int(slot)].map { Neighbour(row: $0, likeness: sum.likeness, closest: sum.closest) }
        }
    }
}
