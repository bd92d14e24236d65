/// The delay before each restart of a process: none for a process that was healthy, then doubling from 100 ms.
package struct RestartBackoff: Sendable {
    private static let firstDelay = Duration.milliseconds(100)
    /// A process that served for this long was healthy, and the next attempt counts as the first.
    private static let healthyTime = Duration.seconds(1)
    private let maximumDelay: Duration

    package private(set) var attempts = 0

    package init(maximumDelay: Duration = .seconds(10)) {
        self.maximumDelay = maximumDelay
    }

    package mutating func nextDelay(afterServing served: Duration) -> Duration {
        attempts = served < Self.healthyTime ? attempts + 1 : 1
        // The shift is limited so that it cannot overflow; 2^20 times the first delay exceeds any maximum.
        return attempts == 1 ? .zero : min(maximumDelay, Self.firstDelay * (1 << min(attempts - 2, 20)))
    }
}
