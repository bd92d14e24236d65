/// An estimated value with the half-width of its 95% confidence interval.
public struct Estimate: Hashable, Sendable {
    public let value: Double
    /// The interval is ``value`` ± `margin`; `nil` if it is unknown.
    public var margin: Double?

    /// The 97.5% quantile of the normal distribution.
    private static let quantile = 1.959_963_984_540_054
}

extension Estimate {
    /// The mean of observations, by normal approximation; `nil` without observations.
    init?(meanOf values: [Double]) {
        guard !values.isEmpty else { return nil }
        let count = Double(values.count)
        value = values.reduce(0, +) / count
        guard count > 1 else { return }
        let squares = values.reduce(0) { [value] in $0 + ($1 - value) * ($1 - value) }
        margin = Self.quantile * (squares / (count - 1) / count).squareRoot()
    }
}
