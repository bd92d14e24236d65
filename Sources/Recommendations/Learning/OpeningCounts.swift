/// The openings of each item, of which the older count less.
struct OpeningCounts: Sendable {
    /// How long it takes until an opening counts half, in hours.
    let halfLife: Int
    var decay: ForwardDecay?
    /// By slot: the sum of the weights of the item's openings.
    var weights: [Float] = []

    init(halfLife: Int) {
        self.halfLife = halfLife
    }

    /// Counts an opening.
    /// - Parameter slot: At most the number of slots so far.
    mutating func add(_ slot: Int, at hour: Int, since: Int) {
        var decay = decay ?? ForwardDecay(halfLife: halfLife, from: hour)
        if let factor = decay.rescale(at: hour) {
            for slot in weights.indices { weights[slot] *= factor }
        }
        if slot == weights.count { weights.append(0) }
        weights[slot] += decay.weight(ofNextAt: hour, since: since)
        self.decay = decay
    }

    /// Takes back an opening.
    mutating func remove(_ slot: Int, at hour: Int, since: Int) {
        guard let decay else { return }
        weights[slot] = weights[slot].without(decay.weight(at: hour, since: since))
    }

    /// The openings of the item in a slot; one in this hour counts 1.
    func openings(of slot: Int, at hour: Int) -> Float {
        guard let decay else { return 0 }
        return weights[slot] / decay.weight(at: hour)
    }
}

extension Float {
    /// The rest of a sum without one of its parts: 0 if it is no more than what rounding leaves.
    func without(_ part: Float) -> Float {
        let rest = self - part
        return rest > part * 0x1p-10 ? rest : 0
    }
}
