/// An estimated value with the half-width of its 95% confidence interval.
public struct Estimate: Hashable, Sendable {
    public let value: Double
    /// The interval is ``value`` ± `margin`; `nil` with a single observation.
    public let margin: Double?

    /// The 97.5% quantile of the normal distribution.
    private static let quantile = 1.959_963_984_540_054

    static let resamples = 200
}

extension Estimate {
    /// The mean of observations, by normal approximation; `nil` without observations.
    init?(meanOf values: [Double]) {
        guard !values.isEmpty else { return nil }
        let (mean, deviation) = Self.meanAndDeviation(of: values)
        self.init(value: mean, margin: deviation.map { Self.quantile * $0 / Double(values.count).squareRoot() })
    }

    /// The share of `total` items that are in any of the lists. Its margin is that of a bootstrap over the lists.
    init?(coverageOf lists: [[Int]], of total: Int, using generator: inout some RandomNumberGenerator) {
        guard !lists.isEmpty, total > 0 else { return nil }
        // The last sample in which an item was.
        var seen: [Int: Int] = [:]
        func coverage(_ sample: Int, _ indices: some Sequence<Int>) -> Double {
            var count = 0
            for index in indices {
                for item in lists[index] where seen.updateValue(sample, forKey: item) != sample { count += 1 }
            }
            return Double(count) / Double(total)
        }
        let value = coverage(0, lists.indices)
        let resamples = (1...Self.resamples).map { sample in
            coverage(sample, lists.indices.map { _ in lists.indices.randomElement(using: &generator) ?? 0 })
        }
        let deviation = lists.count > 1 ? Self.meanAndDeviation(of: resamples).deviation : nil
        self.init(value: value, margin: deviation.map { Self.quantile * $0 })
    }

    /// The mean and the standard deviation, which needs two values.
    private static func meanAndDeviation(of values: [Double]) -> (mean: Double, deviation: Double?) {
        let mean = values.reduce(0, +) / Double(values.count)
        guard values.count > 1 else { return (mean, nil) }
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(values.count - 1)).squareRoot())
    }
}
