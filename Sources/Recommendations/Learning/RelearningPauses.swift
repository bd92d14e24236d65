/// When everything is learned again after users were forgotten: soon, but after pauses that grow while users are
/// forgotten again and again.
struct RelearningPauses: Sendable {
    private let range: ClosedRange<Duration>
    private var pause: Duration
    /// The end of the last run.
    private var end: ContinuousClock.Instant?
    /// The time of the next run; `nil` while no user was forgotten.
    private var due: ContinuousClock.Instant?

    /// After users were forgotten again soon, a pause is this many times as long as the last run, or twice the last pause.
    private static let restPerRun = 4

    init(_ range: ClosedRange<Duration>) {
        self.range = range
        pause = range.lowerBound
    }

    /// Whether to begin a run. To be asked from the time on at which a user was forgotten.
    mutating func isOver(at now: ContinuousClock.Instant) -> Bool {
        if let due { return now >= due }
        if let end, now < end + pause {
            due = end + pause
        } else {
            pause = range.lowerBound
            due = now + pause
        }
        return false
    }

    /// Notes a run, after which the next pause begins.
    mutating func endRun(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
        (self.end, due) = (end, nil)
        pause = min(range.upperBound, max(pause * 2, start.duration(to: end) * Self.restPerRun))
    }
}
