/// An estimated value with its 95% confidence interval.
struct IntervalEstimate: Hashable, Sendable {
    let value: Double
    /// `nil` if the data cannot bound it.
    let interval: ClosedRange<Double>?

    static let confidence = 0.95
    /// The 97.5% quantile of the normal distribution.
    static let quantile = 1.959_963_984_540_054
}

extension IntervalEstimate {
    /// A value that is normally distributed with this variance; `nil` if the variance is unknown.
    init(value: Double, variance: Double?) {
        self.value = value
        interval = variance.map { variance in
            let margin = Self.quantile * variance.squareRoot()
            return value - margin...value + margin
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
        let low = count == 0 ? 0 : max(0, center - margin)
        interval = low...(count == total ? 1 : min(1, center + margin))
    }
}
