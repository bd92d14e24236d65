/// How far an import is.
public struct ImportProgress: Hashable, Sendable {
    /// Bytes of the file that were read, as they are on disk.
    public var bytes: Int64
    /// Bytes that the file has; `nil` where that is not known, as with a pipe.
    public var totalBytes: Int64?
    /// Records that were read.
    public var records: Int
    /// The time since the import began.
    public var elapsed: Duration

    /// A progress of these values.
    public init(bytes: Int64, totalBytes: Int64?, records: Int, elapsed: Duration) {
        self.bytes = bytes
        self.totalBytes = totalBytes
        self.records = records
        self.elapsed = elapsed
    }

    /// How much of the file was read, 0…1, where that is known.
    public var fraction: Double? {
        guard let totalBytes, totalBytes > 0 else { return nil }
        return min(1, Double(bytes) / Double(totalBytes))
    }

    /// Records a second so far.
    public var rate: Double { elapsed > .zero ? Double(records) / (elapsed / .seconds(1)) : 0 }

    /// How long the rest takes at the pace so far, where that is known.
    public var remaining: Duration? {
        guard let fraction, fraction > 0 else { return nil }
        return elapsed * ((1 - fraction) / fraction)
    }
}
