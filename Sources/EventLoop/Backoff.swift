/// The delays between attempts, from 100 ms on: each doubles the maximum, less up to half at random.
package struct Backoff: Sendable {
    private let longest: Duration
    private var maximum = Duration.milliseconds(100)

    package init(longest: Duration = .seconds(2)) {
        self.longest = longest
    }

    package mutating func nextDelay() -> Duration {
        defer { maximum = min(maximum * 2, longest) }
        return maximum * Double.random(in: 0.5...1)
    }
}
