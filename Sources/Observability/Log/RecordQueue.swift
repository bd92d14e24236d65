/// Requests that wait to be written, and what is kept of them when they are too many. It allocates nothing after its
/// beginning.
struct RecordQueue: Sendable {
    /// What became of a record.
    enum Outcome {
        case kept
        /// Others like it are kept.
        case sampled
        /// There is no room.
        case dropped
    }

    private let limits: LogLimits
    private(set) var records: [RequestRecord] = []
    /// How many records came since the last one that was kept of the sampled.
    private var skipped = 0

    init(limits: LogLimits) {
        self.limits = limits
        records.reserveCapacity(limits.lines)
    }

    /// Adds the record, if it is among those to be kept: failures before others.
    mutating func append(_ record: RequestRecord) -> Outcome {
        let count = records.count
        guard count < limits.lines else { return .dropped }
        if count >= limits.sampledFrom, !record.isFailure {
            guard count < limits.failuresFrom else { return .dropped }
            skipped += 1
            guard skipped >= limits.nth else { return .sampled }
            skipped = 0
        }
        records.append(record)
        return .kept
    }

    /// Exchanges the records with an empty array of the same capacity.
    mutating func exchange(_ empty: inout [RequestRecord]) {
        swap(&records, &empty)
    }
}
