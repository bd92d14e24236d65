import Catalogue

/// What users' openings tell of items: how popular each is, and which are opened together.
///
/// A value: copies share memory, and a change copies the pages of the lists that it touches. It is a function of the events that
/// were learned, in their order.
struct InteractionModel: Sendable {
    /// The position of the last event that was learned; 0 before the first.
    var position: Int64 = 0
    var slots = ItemSlots()
    /// By slot: the sum of the weights of the item's openings.
    var weights: [Float] = []
    /// The openings of shorter times, one for each of ``HalfLife``.
    var counts = HalfLife.allCases.map { OpeningCounts(halfLife: $0.rawValue * 24) }
    /// By slot: the items that users opened together with the item.
    var lists = NeighbourLists()
    var decay: ForwardDecay?
    var latest = Int.min

    /// How long it takes until an opening counts half, in hours: 180 days.
    static let halfLife = 180 * 24

    init() {}

    // MARK: Learning

    /// Learns that a user opened an item.
    /// - Parameters:
    ///   - hash: ``CatalogueItem/ID/hash`` of the item.
    ///   - recent: The slots of the items that the user opened before, the latest first.
    ///   - time: Unix seconds (UTC).
    ///   - since: The time until which the user counts for the item already.
    /// - Returns: the slot of the item.
    mutating func learn(
        _ hash: UInt64,
        after recent: RecentSlots,
        at time: Int64,
        since: Int64 = .min,
        position: Int64
    ) -> UInt32 {
        let (hour, since) = (ForwardDecay.hour(of: time), ForwardDecay.hour(of: since))
        var decay = decay ?? ForwardDecay(halfLife: Self.halfLife, from: hour)
        if let factor = decay.rescale(at: hour) { scale(by: factor) }
        let weight = decay.weight(ofNextAt: hour, since: since)
        self.decay = decay
        latest = max(latest, hour)
        self.position = position
        let slot = slots[hash] ?? addItem(hash)
        weights[slot] += weight
        for index in counts.indices { counts[index].add(slot, at: hour, since: since) }
        addPairs(weight, of: slot, after: recent)
        return UInt32(slot)
    }

    /// Takes an opening back that was learned. A neighbour that it displaced from a full list does not return.
    mutating func unlearn(_ slot: Int, after recent: RecentSlots, at hour: Int, since: Int) {
        guard let weight = decay?.weight(at: hour, since: since) else { return }
        weights[slot] = weights[slot].without(weight)
        for index in counts.indices { counts[index].remove(slot, at: hour, since: since) }
        addPairs(-weight, of: slot, after: recent)
    }

    private mutating func addPairs(_ weight: Float, of slot: Int, after recent: RecentSlots) {
        var weight = weight
        for index in 0..<recent.count {
            let other = recent[index]
            if other == slot { continue }
            lists.add(weight, to: other, in: slot)
            lists.add(weight, to: UInt32(slot), in: Int(other))
            weight *= RecentSlots.stepWeight
        }
    }

    private mutating func addItem(_ hash: UInt64) -> Int {
        weights.append(0)
        lists.append()
        return slots.add(hash)
    }

    private mutating func scale(by factor: Float) {
        for slot in weights.indices { weights[slot] *= factor }
        lists.scale(by: factor)
    }
}

// MARK: Reading

extension InteractionModel {
    /// Pairs that were seen a few times only count less: the more items a user opened, the more of their pairs are
    /// chance. Tuned on MovieLens 100K, whole and cut into histories of two to four, and on simulated stays, shops and
    /// listings.
    static func shrinkage(ofOpened count: Int) -> Float { 3 + 2 * Float(count) }

    /// The openings of each item by slot; one at the time of the latest event counts 1.
    var openings: [Float] {
        let present = presentWeight
        return weights.map { $0 / present }
    }

    /// The part of the likeness of two items that depends on the openings of one, `a^⅝`. A greater exponent than the
    /// cosine's ½ prefers items that are not popular anyway.
    static func commonness(_ openings: Float) -> Float {
        let root = openings.squareRoot()
        return root * root.squareRoot().squareRoot()
    }

    /// Visits the items that users opened together with another, and their likeness: `c / ((a · b)^⅝ + shrinkage)`,
    /// where `c` is the weight of the pair, and `a` and `b` are the openings of both items.
    /// - Parameter commonness: That of a slot's openings.
    func forEachNeighbour(
        of slot: Int,
        shrinkage: Float,
        _ commonness: (_ slot: Int) -> Float,
        _ visit: (_ slot: UInt32, _ likeness: Float) -> Void
    ) {
        let (present, own) = (presentWeight, commonness(slot))
        lists.forEachNeighbour(in: slot) { neighbour in
            let both = own * commonness(Int(neighbour.slot)) + shrinkage
            visit(neighbour.slot, neighbour.weight / (present * both))
        }
    }

    /// The openings of an item lately, of which one counts half after a time; one in the hour of the latest event counts
    /// 1.
    func openings(of slot: Int, _ halfLife: HalfLife) -> Float { counts[halfLife.index].openings(of: slot, at: latest) }

    private var presentWeight: Float { decay?.weight(at: latest) ?? 1 }
}
