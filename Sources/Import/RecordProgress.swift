/// How far an import, or whatever else goes through records, is.
public struct RecordProgress: Hashable, Sendable {
    /// What share is done, 0…1, where that is known.
    public var fraction: Double?
    /// Records that are done.
    public var records: Int
    /// The time since it began.
    public var elapsed: Duration

    /// A progress of these values.
    public init(fraction: Double?, records: Int, elapsed: Duration) {
        self.fraction = fraction
        self.records = records
        self.elapsed = elapsed
    }

    /// Records a second so far.
    public var rate: Double { elapsed > .zero ? Double(records) / (elapsed / .seconds(1)) : 0 }

    /// How long the rest takes at the pace so far, where that is known.
    public var remaining: Duration? {
        guard let fraction, fraction > 0 else { return nil }
        return elapsed * ((1 - fraction) / fraction)
    }
}
