/// The openings of each item, of which the older count less.
struct OpeningCounts: Sendable {
    /// How long it takes until an opening counts half, in hours.
    let halfLife: Int
    /// `nil` before the first opening.
    var decay: ForwardDecay?
    /// By slot: the sum of the weights of the item's openings.
    var weights: [Float] = []

    /// - Parameter slot: At most the number of slots so far.
    /// - Returns: the weight of the opening, and the factor by which all sums of earlier weights were multiplied, if any.
    @discardableResult
    mutating func add(_ slot: Int, at hour: Int, since: Int) -> (weight: Float, factor: Float?) {
        var decay = decay ?? ForwardDecay(halfLife: halfLife, landmark: hour)
        let factor = decay.rescale(at: hour)
        if let factor {
            for slot in weights.indices { weights[slot] *= factor }
        }
        if slot == weights.count { weights.append(0) }
        let weight = decay.weight(at: hour, since: since)
        weights[slot] += weight
        self.decay = decay
        return (weight, factor)
    }

    /// - Returns: its weight.
    @discardableResult
    mutating func remove(_ slot: Int, at hour: Int, since: Int) -> Float {
        guard let weight = decay?.weight(at: hour, since: since) else { return 0 }
        weights[slot] = weights[slot].without(weight)
        return weight
    }

    func weight(at hour: Int) -> Float { decay?.weight(at: hour) ?? 1 }
}

extension Float {
    /// The rest of a sum without one of its parts: 0 if it is no more than what rounding leaves.
    func without(_ part: Float) -> Float {
        let rest = self - part
        return rest > part * 0x1p-10 ? rest : 0
    }
}
