/// A number that goes up and down: how many there are now. To change it takes no lock and no allocation; any thread may.
public struct Gauge: Metric {
    /// `gauge`
    public static let kind = MetricKind.gauge

    @usableFromInline let cells = StripedCells(count: 1)

    /// A gauge at zero, for the rest of the process's life.
    public init() {}

    /// Adds `amount`, which may be negative.
    @inlinable
    public func add(_ amount: Int) {
        cells.add(UInt64(bitPattern: Int64(amount)), at: 0, stripe: cells.stripe)
    }

    /// What was added less what was taken away, up to now.
    public var value: Int { Int(truncatingIfNeeded: cells.sum(0)) }

    /// The value.
    public var samples: [MetricSample] { [MetricSample(value: Double(value))] }
}
