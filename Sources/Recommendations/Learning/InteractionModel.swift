import Catalogue

/// What users' openings tell of items: how popular each is, and which are opened together.
///
/// A value: copies share the lists, and a change copies those that it touches. It is a function of the events that were
/// learned, in their order.
struct InteractionModel: Sendable {
    var position: Int64 = 0
    /// The number of openings that were learned, with those that were taken back.
    var count = 0
    var slots = ItemSlots()
    /// Openings, of which one counts half after ``halfLife``. A pair has the weight of its later opening.
    var counts = OpeningCounts(halfLife: halfLife)
    /// Openings that count half after shorter times, one for each of ``HalfLife``.
    var latestCounts = HalfLife.allCases.map { OpeningCounts(halfLife: $0.days * 24) }
    /// By slot: the items that users opened together with the item.
    var lists: [NeighbourList] = []
    /// The hour of the latest opening, since 1970.
    var latest = Int.min

    /// How long it takes until an opening counts half, in hours: 180 days.
    static let halfLife = 180 * 24

    // MARK: Learning

    /// - Parameter recent: The slots of the items that the user opened before, the latest first.
    /// - Returns: the item's slot.
    mutating func learn(_ opening: LearnedOpening, after recent: RecentSlots) -> UInt32 {
        let (slot, hour, since) = (slot(of: opening), Int(opening.hour), Int(opening.since))
        latest = max(latest, hour)
        position = opening.position
        count += 1
        let (weight, factor) = counts.add(slot, at: hour, since: since)
        if let factor {
            for slot in lists.indices { lists[slot].scale(by: factor) }
        }
        for index in latestCounts.indices { latestCounts[index].add(slot, at: hour, since: since) }
        addPairs(weight, of: slot, after: recent)
        return UInt32(slot)
    }

    /// Takes an opening back that was learned. A neighbour that it displaced from a full list does not return.
    mutating func unlearn(_ opening: LearnedOpening, after recent: RecentSlots) -> UInt32 {
        let (slot, hour, since) = (slot(of: opening), Int(opening.hour), Int(opening.since))
        for index in latestCounts.indices { latestCounts[index].remove(slot, at: hour, since: since) }
        addPairs(-counts.remove(slot, at: hour, since: since), of: slot, after: recent)
        return UInt32(slot)
    }

    private mutating func slot(of opening: LearnedOpening) -> Int {
        let slot = slots[opening.item] ?? slots.add(opening.item)
        if slot == lists.count { lists.append(NeighbourList()) }
        return slot
    }

    private mutating func addPairs(_ weight: Float, of slot: Int, after recent: RecentSlots) {
        var weight = weight
        for index in 0..<recent.count {
            let other = recent[index]
            if other == slot { continue }
            lists[slot].add(weight, to: other)
            lists[Int(other)].add(weight, to: UInt32(slot))
            weight *= OpeningWeights.pairedStep
        }
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
        let present = counts.weight(at: latest)
        return counts.weights.map { $0 / present }
    }

    /// The part of the likeness of two items that depends on the openings of one, `a^⅝`. A greater exponent than the
    /// cosine's ½ prefers items that are not popular anyway.
    static func commonness(_ openings: Float) -> Float {
        let root = openings.squareRoot()
        return root * root.squareRoot().squareRoot()
    }

    /// Visits the items that users opened together with another, and their likeness: `c / ((a · b)^⅝ + shrinkage)`,
    /// where `c` is the weight of the pair, and `a` and `b` are the openings of both items.
    func forEachNeighbour(
        of slot: Int,
        shrinkage: Float,
        _ commonness: (_ slot: Int) -> Float,
        _ visit: (_ slot: UInt32, _ likeness: Float) -> Void
    ) {
        let (present, own) = (counts.weight(at: latest), commonness(slot))
        for neighbour in lists[slot].neighbours {
            let both = own * commonness(Int(neighbour.slot)) + shrinkage
            visit(neighbour.slot, neighbour.weight / (present * both))
        }
    }

    /// The openings of an item lately, of which one counts half after a time; one in the hour of the latest event counts
    /// 1.
    func openings(of slot: Int, _ halfLife: HalfLife) -> Float {
        let counts = latestCounts[halfLife.rawValue]
        return counts.weights[slot] / counts.weight(at: latest)
    }
}
