/// How long to wait before a worker that has died is replaced: not at all where it had served, and longer and longer where
/// one after the other dies at once.
struct RestartPauses {
    /// Before the second attempt in a row; each further one doubles it.
    static let first = Duration.milliseconds(100)
    static let longest = Duration.seconds(10)
    /// Whoever has served so long was well, and the next attempt is the first again.
    static let health = Duration.seconds(10)

    /// How many attempts in a row there have been.
    private(set) var attempts = 0

    /// Counts one more attempt.
    /// - Parameter served: for how long the worker that died had served.
    /// - Returns: how long to wait before it.
    mutating func next(afterServing served: Duration) -> Duration {
        attempts = served < Self.health ? attempts + 1 : 1
        // Beyond 2^20 times the first pause is beyond the longest.
        return attempts == 1 ? .zero : min(Self.longest, Self.first * (1 << min(attempts - 2, 20)))
    }
}
