import Catalogue

/// The openings of each item, of which one counts half after a time. Old sums are not touched: the weight of an opening
/// grows with its time instead, and sums are divided by the weight of the present when they are read.
///
/// Source: Cormode, Shkapenyuk, Srivastava, Xu: Forward Decay, ICDE 2009. Time counts in whole hours, so that a sum has
/// the same value for an hour.
struct OpeningCounts: Sendable {
    /// In hours.
    let halfLife: Int
    /// The hour of weight 1, since 1970: at first that of the first opening; `nil` before it.
    var landmark: Int?
    /// By slot: the sum of the weights of the item's openings.
    var weights: [Float] = []

    /// The exponent of the weight from which sums are scaled down: a `Float` holds such weights precisely.
    private static let scalingExponent = 32

    /// The time after which sums are scaled down, in hours.
    var scalingPeriod: Int { Self.scalingExponent * halfLife }

    func weight(at hour: Int) -> Float {
        Float(PowersOfTwo.power(Double(hour - (landmark ?? hour)) / Double(halfLife)))
    }

    /// The weight of an opening that only brings what it has above one of an earlier hour; 0 if that is not earlier.
    private func weight(at hour: Int, since: Int) -> Float { max(0, weight(at: hour) - weight(at: since)) }

    /// - Parameter slot: At most the number of slots so far.
    /// - Returns: the weight of the opening, and the factor by which all earlier sums were multiplied, if any.
    @discardableResult
    mutating func add(_ slot: Int, at hour: Int, since: Int) -> (weight: Float, factor: Float?) {
        let factor = rescale(at: hour)
        if slot == weights.count { weights.append(0) }
        let weight = weight(at: hour, since: since)
        weights[slot] += weight
        return (weight, factor)
    }

    /// - Returns: the weight of the opening.
    @discardableResult
    mutating func remove(_ slot: Int, at hour: Int, since: Int) -> Float {
        let weight = weight(at: hour, since: since)
        weights[slot] = weights[slot].without(weight)
        return weight
    }

    /// Moves the landmark if weights have become large.
    /// - Returns: the factor of all sums; `nil` if they stay.
    mutating func rescale(at hour: Int) -> Float? {
        let start = landmark ?? hour
        let steps = (hour - start) / scalingPeriod
        landmark = start + max(0, steps) * scalingPeriod
        guard steps > 0 else { return nil }
        let factor = Float(PowersOfTwo.power(Double(-steps * Self.scalingExponent)))
        for slot in weights.indices { weights[slot] *= factor }
        return factor
    }
}

extension Instant {
    /// Since 1970, the lower one.
    var hour: Int {
        let (hour, rest) = seconds.quotientAndRemainder(dividingBy: 3_600)
        return Int(rest < 0 ? hour - 1 : hour)
    }
}

extension Float {
    /// The rest of a sum without one of its parts: 0 if it is no more than what rounding leaves.
    func without(_ part: Float) -> Float {
        let rest = self - part
        return rest > part * 0x1p-10 ? rest : 0
    }
}
