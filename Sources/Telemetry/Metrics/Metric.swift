/// What a family can be of: words that are counted in, and how they are read.
public protocol Metric: Sendable {
    /// A metric of nothing yet. What is to be in `/metrics` comes from ``MetricsRegistry``.
    init()
}
