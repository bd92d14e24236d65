import Catalogue

/// Weights of events that halve with time, kept without touching old sums: the weight of an event grows with its time
/// instead, and sums are divided by the weight of the present when they are read.
///
/// Source: Cormode, Shkapenyuk, Srivastava, Xu: Forward Decay, ICDE 2009. Time counts in whole hours, so that a sum has
/// the same value for an hour.
struct ForwardDecay: Sendable {
    /// In hours.
    let halfLife: Int
    /// The hour of weight 1, since 1970: at first that of the first event.
    private(set) var landmark: Int

    /// The exponent of the weight from which sums are scaled down: a `Float` holds such weights precisely.
    private static let scalingExponent = 32

    /// The time after which weights are scaled down, in hours.
    static func scalingPeriod(of halfLife: Int) -> Int { scalingExponent * halfLife }

    static func hour(of time: Instant) -> Int {
        let (hour, rest) = time.seconds.quotientAndRemainder(dividingBy: 3_600)
        return Int(rest < 0 ? hour - 1 : hour)
    }

    func weight(at hour: Int) -> Float { Float(PowersOfTwo.power(Double(hour - landmark) / Double(halfLife))) }

    /// The weight of an event of which only what it has above that of an earlier hour counts; 0 if that hour is not
    /// earlier.
    func weight(at hour: Int, since: Int) -> Float { max(0, weight(at: hour) - weight(at: since)) }

    /// Moves the landmark if weights have become large.
    /// - Returns: the factor for all sums; `nil` if they stay.
    mutating func rescale(at hour: Int) -> Float? {
        let period = Self.scalingPeriod(of: halfLife)
        let steps = (hour - landmark) / period
        guard steps > 0 else { return nil }
        landmark += steps * period
        return Float(PowersOfTwo.power(Double(-steps * Self.scalingExponent)))
    }
}
