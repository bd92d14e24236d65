/// How much is asked of one helper.
package struct HelperLimits: Hashable, Sendable {
    /// The longest body of an answer, in bytes.
    package var responseBytes = 256 * 1024
    /// The connections to one service.
    package var connections = 64
    /// The requests after which a helper is replaced by a new one: each leaks a few hundred bytes of it.
    package var renewal = 50_000
    /// How far beyond its deadline a request may go unanswered before the helper is taken for dead.
    package var silence = Duration.seconds(1)
    /// The longest time before a helper that has died is replaced.
    package var longestPause = Duration.seconds(10)

    /// The defaults.
    package init() {}
}
