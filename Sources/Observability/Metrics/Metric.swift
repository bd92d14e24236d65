/// Something that `/metrics` shows, in Prometheus' text format. A metric lives as long as the process.
public protocol Metric: Sendable {
    func write(to text: inout String)
}

/// A time series. Any thread may update it, without locks or allocation.
public protocol Series: Sendable {
    /// At zero.
    init()
    var isZero: Bool { get }
    func write(_ name: String, _ labels: [String], to text: inout String)
}

/// A number that is counted up; that of a gauge also down.
public struct Counter: Series {
    @usableFromInline let cells = StripedCells(count: 1)

    public init() {}

    @inlinable
    public func increment(by amount: Int = 1) {
        cells.add(UInt64(bitPattern: Int64(amount)), at: 0, stripe: cells.stripe)
    }

    /// May miss concurrent additions.
    var value: Int { Int(truncatingIfNeeded: cells.sum(0)) }

    public var isZero: Bool { value == 0 }

    public func write(_ name: String, _ labels: [String], to text: inout String) {
        text.append(sample: name, labels, Double(value))
    }
}

/// A distribution of durations.
///
/// All histograms have the same buckets, 1–2.5–5 from 100 µs to 10 s, so that they can be aggregated.
public struct Histogram: Series {
    /// Inclusive, in nanoseconds. The last bucket has no bound.
    @usableFromInline static let bounds: [16 of UInt64] = [
        100_000, 250_000, 500_000,
        1_000_000, 2_500_000, 5_000_000,
        10_000_000, 25_000_000, 50_000_000,
        100_000_000, 250_000_000, 500_000_000,
        1_000_000_000, 2_500_000_000, 5_000_000_000,
        10_000_000_000,
    ]
    /// The index of the sum, after the buckets.
    @usableFromInline static let sum = 17

    @usableFromInline let cells = StripedCells(count: 18)

    public init() {}

    /// Negative durations count as zero.
    @inlinable
    public func observe(nanoseconds: Int) {
        let duration = UInt64(max(0, nanoseconds))
        var bucket = 0
        while bucket < Self.bounds.count, duration > Self.bounds[bucket] { bucket &+= 1 }
        let stripe = cells.stripe
        cells.add(1, at: bucket, stripe: stripe)
        cells.add(duration, at: Self.sum, stripe: stripe)
    }

    public var isZero: Bool { (0...Self.bounds.count).allSatisfy { cells.sum($0) == 0 } }

    /// The cumulative buckets, the sum in seconds, and the count. The count always matches the buckets; the sum may
    /// differ by concurrent observations.
    public func write(_ name: String, _ labels: [String], to text: inout String) {
        var count: UInt64 = 0
        for bucket in 0...Self.bounds.count {
            count &+= cells.sum(bucket)
            let bound = bucket < Self.bounds.count ? Double(Self.bounds[bucket]) / 1e9 : .infinity
            text.append(sample: name + "_bucket", labels + [labelPair("le", bound.prometheus)], Double(count))
        }
        text.append(sample: name + "_sum", labels, Double(cells.sum(Self.sum)) / 1e9)
        text.append(sample: name + "_count", labels, Double(count))
    }
}
