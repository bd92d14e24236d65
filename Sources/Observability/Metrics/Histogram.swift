/// How many durations there were, by how long they took. To count one takes no lock and no allocation; any thread may.
///
/// The buckets are the same for all histograms, 1–2.5–5 from 100 µs to 10 s, so that any two can be added.
public struct Histogram: Metric {
    /// `histogram`
    public static let kind = MetricKind.histogram

    /// The upper bounds of the buckets but the last, which has none, in nanoseconds, each itself within its bucket.
    @usableFromInline static let bounds: [16 of UInt64] = [
        100_000, 250_000, 500_000,
        1_000_000, 2_500_000, 5_000_000,
        10_000_000, 25_000_000, 50_000_000,
        100_000_000, 250_000_000, 500_000_000,
        1_000_000_000, 2_500_000_000, 5_000_000_000,
        10_000_000_000,
    ]
    /// The place of the sum, behind the buckets.
    @usableFromInline static let sum = 17

    @usableFromInline let cells = StripedCells(count: 18)

    /// A histogram of nothing, for the rest of the process's life.
    public init() {}

    /// Counts a duration in nanoseconds; a negative one counts as none at all.
    @inlinable
    public func observe(nanoseconds: Int) {
        let duration = UInt64(max(0, nanoseconds))
        var bucket = 0
        while bucket < Self.bounds.count, duration > Self.bounds[bucket] { bucket &+= 1 }
        let stripe = cells.stripe
        cells.add(1, at: bucket, stripe: stripe)
        cells.add(duration, at: Self.sum, stripe: stripe)
    }

    /// The buckets, each with those below it, then the sum in seconds, and the count. The count is that of the buckets,
    /// so that they always agree; the sum may be ahead or behind by what is being counted while it is read.
    public var samples: [MetricSample] {
        var count: UInt64 = 0
        var samples = (0...Self.bounds.count).map { bucket in
            count &+= cells.sum(bucket)
            let bound = bucket < Self.bounds.count ? Double(Self.bounds[bucket]) / 1e9 : .infinity
            return MetricSample(suffix: "_bucket", bound: bound, value: Double(count))
        }
        samples.append(MetricSample(suffix: "_sum", value: Double(cells.sum(Self.sum)) / 1e9))
        samples.append(MetricSample(suffix: "_count", value: Double(count)))
        return samples
    }
}
