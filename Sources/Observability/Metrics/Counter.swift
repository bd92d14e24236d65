/// A number that only grows. To add to it takes no lock and no allocation; any thread may.
public struct Counter: Metric {
    /// `counter`
    public static let kind = MetricKind.counter

    @usableFromInline let cells = StripedCells(count: 1)

    /// A counter at zero, for the rest of the process's life.
    public init() {}

    /// Adds `amount`; beyond 2⁶⁴ − 1 it starts again from zero, which Prometheus takes for a restart.
    @inlinable
    public func increment(by amount: UInt64 = 1) {
        cells.add(amount, at: 0, stripe: cells.stripe)
    }

    /// What was added up to now. It never goes back, though it may miss what is being added while it is read.
    public var value: UInt64 { cells.sum(0) }

    /// The value.
    public var samples: [MetricSample] { [MetricSample(value: Double(value))] }
}
