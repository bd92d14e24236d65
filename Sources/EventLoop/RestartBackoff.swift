/// The pauses between the restarts of a process: none after a process that had served, and longer ones while processes
/// fail at once.
package struct RestartBackoff: Sendable {
    /// Before the second attempt in a row; each further one doubles it.
    private static let first = Duration.milliseconds(100)
    /// A process that served for this long was healthy: the next attempt counts as the first.
    private static let health = Duration.seconds(1)
    private let longest: Duration

    /// The attempts in a row so far.
    package private(set) var attempts = 0

    package init(longest: Duration = .seconds(10)) {
        self.longest = longest
    }

    /// Counts one more attempt.
    /// - Parameter served: how long the process that died had served.
    /// - Returns: the pause before the attempt.
    package mutating func next(afterServing served: Duration) -> Duration {
        attempts = served < Self.health ? attempts + 1 : 1
        // Beyond 2^20 times the first pause is beyond the longest.
        return attempts == 1 ? .zero : min(longest, Self.first * (1 << min(attempts - 2, 20)))
    }
}
