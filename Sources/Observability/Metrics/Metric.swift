/// What a family can be of: words that are counted in, and how they are read.
public protocol Metric: Sendable {
    /// The metric's type.
    static var kind: MetricKind { get }
    /// A metric of nothing yet. What is to be in `/metrics` comes from ``MetricsRegistry``.
    init()
    /// The numbers of now.
    var samples: [MetricSample] { get }
}

/// The types of metrics in Prometheus's text format.
public enum MetricKind: String, Sendable {
    /// It only grows.
    case counter
    /// It goes up and down.
    case gauge
    /// How many there were, by how large they were.
    case histogram
}

/// A number of a metric.
public struct MetricSample: Sendable {
    /// Follows the metric's name: `_sum`; mostly empty.
    var suffix = ""
    /// The upper bound of a histogram's bucket.
    var bound: Double?
    /// The number.
    let value: Double
}
