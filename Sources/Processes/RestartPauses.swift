/// How long to wait before a process that has died is replaced: not at all where it had served, and longer and longer where
/// one after the other dies at once.
package struct RestartPauses: Sendable {
    /// Before the second attempt in a row; each further one doubles it.
    private let first: Duration
    private let longest: Duration
    /// Whoever has served so long was well, and the next attempt is the first again.
    private let health: Duration

    /// How many attempts in a row there have been.
    package private(set) var attempts = 0

    package init(
        first: Duration = .milliseconds(100),
        longest: Duration = .seconds(10),
        health: Duration = .seconds(10)
    ) {
        self.first = first
        self.longest = longest
        self.health = health
    }

    /// Counts one more attempt.
    /// - Parameter served: for how long the process that died had served.
    /// - Returns: how long to wait before it.
    package mutating func next(afterServing served: Duration) -> Duration {
        attempts = served < health ? attempts + 1 : 1
        // Beyond 2^20 times the first pause is beyond the longest.
        return attempts == 1 ? .zero : min(longest, first * (1 << min(attempts - 2, 20)))
    }
}
