/// The delays between attempts to connect.
struct Backoff: Sendable {
    /// Each delay doubles the maximum, less up to half at random.
    private static let delays = Duration.milliseconds(100)...Duration.seconds(2)

    private var maximum = Self.delays.lowerBound

    mutating func nextDelay() -> Duration {
        defer { maximum = min(maximum * 2, Self.delays.upperBound) }
        return maximum * Double.random(in: 0.5...1)
    }
}
