import Synchronization

/// The series of a gauge whose label values are known only at run time, such as names in a config.
///
/// A table is replaced as a whole, and rendered then: a scrape copies its text. The caller bounds the number of
/// its series.
public final class GaugeTable: Metric {
    private let name: String
    private let header: String
    private let labels: [String]
    private let lines = Mutex("")

    public init(_ name: String, _ help: String, by labels: [String]) {
        self.name = name
        header = metricHeader(name, help)
        self.labels = labels
    }

    /// - Parameter values: By the values of the labels, in the order in which the labels were declared.
    public func replace(with values: [[String]: Double]) {
        var text = ""
        for (key, value) in values.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            precondition(key.count == labels.count, "\(name): \(labels.count) labels, \(key.count) values")
            text.append(sample: name, zip(labels, key).map { labelPair($0, $1) }, value)
        }
        lines.withLock { $0 = text }
    }

    /// Sorted by label values; empty before the first ``replace(with:)``.
    public func write(to text: inout String) { text += header + lines.withLock { $0 } }
}
