/// The mean of values that count more or less.
///
///     value = Σ weight · value / Σ weight
struct WeightedMean {
    private var sum = 0.0
    private var total = 0.0

    /// Counts `value` with `weight`, above 0.
    mutating func add(_ value: Double, weight: Double) {
        sum += weight * value
        total += weight
    }

    /// The mean; `nil` of no values.
    var value: Double? { total > 0 ? sum / total : nil }
}
