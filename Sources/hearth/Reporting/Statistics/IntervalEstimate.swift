struct Interval: Hashable, Sendable {
    let low: Double
    let high: Double

    func contains(_ number: Double) -> Bool { low <= number && number <= high }
}

/// An estimated value with its 95% confidence interval.
struct IntervalEstimate: Hashable, Sendable {
    let value: Double
    /// The interval; `nil` if the data cannot bound it.
    let interval: Interval?

    static let confidence = 0.95
    /// The 97.5% quantile of the normal distribution.
    static let quantile = 1.959_963_984_540_054

    init(value: Double, interval: Interval?) {
        self.value = value
        self.interval = interval
    }

    /// A value that is normally distributed with this variance; `nil` if the variance is unknown.
    init(value: Double, variance: Double?) {
        self.value = value
        interval = variance.map { variance in
            let margin = Self.quantile * variance.squareRoot()
            return Interval(low: value - margin, high: value + margin)
        }
    }

    /// The share of `count` in `total` independent trials, with the score interval of E. B. Wilson, “Probable
    /// Inference, the Law of Succession, and Statistical Inference”, JASA 22 (1927), 209–212. `nil` without trials.
    /// - Parameter total: At least `count`; both are at least 0.
    init?(count: Int64, of total: Int64) {
        guard total > 0, 0...total ~= count else { return nil }
        let (share, trials) = (Double(count) / Double(total), Double(total))
        let square = Self.quantile * Self.quantile
        let center = (share + square / (2 * trials)) / (1 + square / trials)
        let variance = share * (1 - share) / trials + square / (4 * trials * trials)
        let margin = Self.quantile * variance.squareRoot() / (1 + square / trials)
        value = share
        // The bounds of no and of all trials are exact; rounding would leave them off by 10⁻¹⁷.
        interval = Interval(
            low: count == 0 ? 0 : max(0, center - margin),
            high: count == total ? 1 : min(1, center + margin)
        )
    }
}
