/// Sixteen places for neighbours, which are compared four at a time.
struct NeighbourBlock: BitwiseCopyable, Hashable, Sendable {
    /// The slots of the items, see ``ItemSlots``; ``unused`` in places without one.
    private var slots0, slots1, slots2, slots3: SIMD4<UInt32>
    /// The sums of the weights of the pairs of openings.
    private var weights0, weights1, weights2, weights3: SIMD4<Float>

    static let size = 16

    /// No item has this slot.
    private static let unused = UInt32.max

    init() {
        slots0 = SIMD4(repeating: Self.unused)
        (slots1, slots2, slots3) = (slots0, slots0, slots0)
        weights0 = SIMD4(repeating: 0)
        (weights1, weights2, weights3) = (weights0, weights0, weights0)
    }

    /// The neighbour in a place, 0…15.
    subscript(place: Int) -> Neighbour {
        get {
            let lane = place % 4
            return switch place / 4 {
            case 0: Neighbour(slot: slots0[lane], weight: weights0[lane])
            case 1: Neighbour(slot: slots1[lane], weight: weights1[lane])
            case 2: Neighbour(slot: slots2[lane], weight: weights2[lane])
            default: Neighbour(slot: slots3[lane], weight: weights3[lane])
            }
        }
        set {
            let lane = place % 4
            switch place / 4 {
            case 0: (slots0[lane], weights0[lane]) = (newValue.slot, newValue.weight)
            case 1: (slots1[lane], weights1[lane]) = (newValue.slot, newValue.weight)
            case 2: (slots2[lane], weights2[lane]) = (newValue.slot, newValue.weight)
            default: (slots3[lane], weights3[lane]) = (newValue.slot, newValue.weight)
            }
        }
    }

    @inline(__always)
    func forEachNeighbour(_ count: Int, _ visit: (Neighbour) -> Void) {
        func visitFour(_ slots: SIMD4<UInt32>, _ weights: SIMD4<Float>, from first: Int) {
            for lane in 0..<4 where first + lane < count { visit(Neighbour(slot: slots[lane], weight: weights[lane])) }
        }
        visitFour(slots0, weights0, from: 0)
        visitFour(slots1, weights1, from: 4)
        visitFour(slots2, weights2, from: 8)
        visitFour(slots3, weights3, from: 12)
    }

    @inline(__always)
    func place(of slot: UInt32) -> Int? {
        let wanted = SIMD4(repeating: slot)
        // One more than the place, in the lane of the neighbour; 0 elsewhere.
        var found = SIMD4<UInt32>(repeating: 0)
        found.replace(with: SIMD4(1, 2, 3, 4), where: slots0 .== wanted)
        found.replace(with: SIMD4(5, 6, 7, 8), where: slots1 .== wanted)
        found.replace(with: SIMD4(9, 10, 11, 12), where: slots2 .== wanted)
        found.replace(with: SIMD4(13, 14, 15, 16), where: slots3 .== wanted)
        let place = found[0] | found[1] | found[2] | found[3]
        return place == 0 ? nil : Int(place) - 1
    }

    /// The least weight of a full block.
    var least: Float {
        var least = weights0
        least.replace(with: weights1, where: weights1 .< least)
        least.replace(with: weights2, where: weights2 .< least)
        least.replace(with: weights3, where: weights3 .< least)
        return min(min(least[0], least[1]), min(least[2], least[3]))
    }

    /// The first place of this weight; 0 if no neighbour has it.
    func firstPlace(ofWeight weight: Float) -> Int {
        for place in 0..<Self.size where self[place].weight == weight { return place }
        return 0
    }

    mutating func scale(by factor: Float) {
        weights0 *= factor
        weights1 *= factor
        weights2 *= factor
        weights3 *= factor
    }
}
