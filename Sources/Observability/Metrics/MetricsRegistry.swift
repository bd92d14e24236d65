/// All metrics of a process, in Prometheus' text format. It is built at the start.
public struct MetricsRegistry: Sendable {
    /// Append the metrics to `/metrics`, in this order.
    private var writers: [@Sendable (inout String) -> Void] = []

    public init() {}

    public mutating func add(_ metrics: any Metric...) {
        for metric in metrics { writers.append { metric.write(to: &$0) } }
    }

    /// Read at each scrape: a counter if its name ends in `_total`, else a gauge. Omitted while `read` returns `nil`.
    public mutating func add(_ name: String, _ help: String, read: @escaping @Sendable () -> Double?) {
        let header = metricHeader(name, help)
        writers.append { text in
            guard let value = read() else { return }
            text += header
            text.append(sample: name, [], value)
        }
    }

    /// The same with a series for each value of a label.
    public mutating func add(
        _ name: String,
        _ help: String,
        by label: String,
        read: @escaping @Sendable () -> [(value: String, number: Double)]
    ) {
        let header = metricHeader(name, help)
        writers.append { text in
            text += header
            for (value, number) in read() { text.append(sample: name, [labelPair(label, value)], number) }
        }
    }

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The current values in Prometheus' text format, version 0.0.4.
    public func render() -> [UInt8] {
        var text = ""
        for write in writers { write(&text) }
        return Array(text.utf8)
    }
}
