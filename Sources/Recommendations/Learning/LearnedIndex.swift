import Bytes
import Catalogue
import Synchronization

/// What was learned from users' openings, laid out for the rows of one snapshot.
public final class LearnedIndex: Sendable {
    let model: InteractionModel
    let snapshot: CatalogueSnapshot
    /// The popularity of the rows of each shard: the logarithm of their openings, in parts of 255 of the greatest.
    let popularity: [[UInt8]]
    /// By slot of the model.
    private let items: [Item]
    /// The slots in the orders that were asked for.
    private let orders: Mutex<[OpeningOrder: [UInt32]]>
    /// The one that was asked for last.
    private let priors = Mutex<(weights: RecommendationWeights, index: PriorIndex)?>(nil)

    private struct Item {
        /// `nil` if the snapshot does not have the item.
        var row: ItemRow?
        let commonness: Float
        let popularity: UInt8
    }

    /// The index of a model and a snapshot. Takes about 500 ns for each item.
    /// - Parameter former: The index of an earlier model; the rows are put into the order that it was asked for last.
    convenience init(_ model: InteractionModel, in snapshot: CatalogueSnapshot, after former: LearnedIndex? = nil) {
        self.init(model, [:], Self.items(of: model), [], in: snapshot)
        _ = priors(former?.priors.withLock { $0?.weights } ?? RecommendationWeights())
    }

    private init(
        _ model: InteractionModel,
        _ orders: [OpeningOrder: [UInt32]],
        _ items: consuming [Item],
        _ known: ArraySlice<[UInt8]>,
        in snapshot: CatalogueSnapshot
    ) {
        var items = items
        let fresh = snapshot.mapRows(from: known.count) { row, hash in
            guard let slot = model.slots[hash] else { return 0 }
            items[slot].row = row
            return items[slot].popularity
        }
        (self.model, self.snapshot, self.items) = (model, snapshot, items)
        self.orders = Mutex(orders)
        popularity = known + fresh
        // Here, since a home that needs a new index is not made on an event loop if there are many items.
        for kind in snapshot.kinds.kinds.indices { _ = snapshot.statistics(of: kind) }
    }

    /// The index of the same model and a later snapshot. Takes about 500 ns for each item of its new shards.
    func moved(to snapshot: CatalogueSnapshot) -> LearnedIndex {
        let shared = snapshot.sharedShards(with: self.snapshot)
        var items = items
        for slot in items.indices {
            if let row = items[slot].row, row.shard >= shared || !snapshot.isVisible(row) { items[slot].row = nil }
        }
        let moved = LearnedIndex(model, orders.withLock(\.self), items, popularity.prefix(shared), in: snapshot)
        if let last = priors.withLock(\.self) { _ = moved.priors(last.weights, after: last.index) }
        return moved
    }

    /// The best items by popularity and recency alone, in no order.
    public func best(_ count: Int, by weights: RecommendationWeights) -> [ItemRow] {
        priors(weights).best(count, in: snapshot)
    }

    /// The index, or one that has learned nothing if it is of another snapshot.
    public static func of(_ snapshot: CatalogueSnapshot, _ known: LearnedIndex?) -> LearnedIndex {
        known.flatMap { $0.snapshot.contentID == snapshot.contentID ? $0 : nil }
            ?? LearnedIndex(InteractionModel(), in: snapshot)
    }

    private static func items(of model: InteractionModel) -> [Item] {
        let openings = model.openings
        let logarithms = openings.map { Float(PowersOfTwo.logarithm(1 + Double($0))) }
        let greatest = max(1e-9, logarithms.max() ?? 0)
        return zip(openings, logarithms).map { openings, logarithm in
            let popularity = UInt8((logarithm / greatest * 255).rounded())
            return Item(row: nil, commonness: InteractionModel.commonness(openings), popularity: popularity)
        }
    }

    /// The rows by their prior with these weights. Those for the last weights are kept.
    func priors(_ weights: RecommendationWeights, after former: PriorIndex? = nil) -> PriorIndex {
        if let known = priors.withLock(\.self), known.weights == weights { return known.index }
        // At the time of the latest opening or, before the first one, of the newest item: equal items and openings have
        // equal orders.
        let now = model.latest == .min ? snapshot.newestListing.seconds / 3_600 : Int64(model.latest)
        let prior = Prior(popularity: weights.popularity, recency: weights.recency(in: now))
        let index = PriorIndex(prior, popularity, in: snapshot, after: former)
        priors.withLock { $0 = (weights, index) }
        return index
    }

    func rows(by order: OpeningOrder) -> some Sequence<ItemRow> {
        let slots = orders.withLock { orders in
            if let known = orders[order] { return known }
            let slots = model.slots(by: order)
            orders[order] = slots
            return slots
        }
        return slots.lazy.compactMap { [items] in items[Int($0)].row }
    }

    struct Neighbour {
        let row: ItemRow
        let likeness: Float
        /// The index of the item that it is most like.
        let closest: Int
    }

    func neighbours(of opened: [(hash: UInt64, weight: Float)]) -> [Neighbour] {
        var sums = NeighbourSums(limit: opened.count * NeighbourList.capacity)
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

private struct NeighbourSums {
    struct Sum {
        let slot: UInt32
        var likeness: Float
        var greatest: Float
        var closest: Int
    }

    /// In the order of their first parts.
    private(set) var sums: [Sum] = []
    private var indices: HashIndex

    init(limit: Int) {
        indices = HashIndex(capacity: limit)
        sums.reserveCapacity(limit)
    }

    mutating func add(_ part: Float, to slot: UInt32, from index: Int) {
        // Fibonacci hashing (Knuth, The Art of Computer Programming, vol. 3, 6.4).
        let hash = UInt64(slot &* 0x9e37_79b9 >> 8)
        guard let known = indices.first(hash: hash, where: { sums[$0].slot == slot }) else {
            indices.insert(sums.count, hash: hash)
            return sums.append(Sum(slot: slot, likeness: part, greatest: part, closest: index))
        }
        sums[known].likeness += part
        if part > sums[known].greatest { (sums[known].greatest, sums[known].closest) = (part, index) }
    }
}
