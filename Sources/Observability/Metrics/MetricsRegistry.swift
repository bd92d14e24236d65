/// All metrics of a process, in Prometheus' text format. It is built at the start.
public struct MetricsRegistry: Sendable {
    /// Append the metrics to `/metrics`, in this order.
    private var writers: [@Sendable (inout String) -> Void] = []

    public init() {}

    /// The name ends in `_total`.
    public mutating func counter(_ name: String, _ help: String) -> Counter {
        family(name, help, []).series[0]
    }

    public mutating func counters(_ name: String, _ help: String, by labels: Label...) -> MetricFamily<Counter> {
        family(name, help, labels)
    }

    public mutating func gauge(_ name: String, _ help: String) -> Gauge {
        family(name, help, []).series[0]
    }

    /// The name ends in `_seconds`.
    public mutating func histograms(_ name: String, _ help: String, by labels: Label...) -> MetricFamily<Histogram> {
        family(name, help, labels)
    }

    private mutating func family<Series: Metric>(
        _ name: String,
        _ help: String,
        _ labels: [Label]
    ) -> MetricFamily<Series> {
        let family = MetricFamily<Series>(labels)
        let series = family.series
        add(name, help, Series.kind, labels) { series[$0].samples }
        return family
    }

    public mutating func gaugeTable(_ name: String, _ help: String, by labels: [String]) -> GaugeTable {
        let table = GaugeTable(name, labels)
        let header = Self.header(name, help, .gauge)
        writers.append { $0 += header + table.text }
        return table
    }

    /// Read at each scrape: a counter if its name ends in `_total`, else a gauge. Omitted while `read` returns `nil`.
    /// - Parameter read: Receives the index of the label's value, or 0 without a label.
    public mutating func add(
        _ name: String,
        _ help: String,
        by label: Label? = nil,
        read: @escaping @Sendable (_ index: Int) -> Double?
    ) {
        let kind = name.hasSuffix("_total") ? MetricKind.counter : .gauge
        let labels = label.map { [$0] } ?? []
        add(name, help, kind, labels) { index in read(index).map { [MetricSample(value: $0)] } ?? [] }
    }

    /// A series for each combination of the labels' values; the last label changes fastest.
    /// - Parameter samples: Returns the values of a series; none to omit it.
    private mutating func add(
        _ name: String,
        _ help: String,
        _ kind: MetricKind,
        _ labels: [Label],
        _ samples: @escaping @Sendable (_ series: Int) -> [MetricSample]
    ) {
        let header = Self.header(name, help, kind)
        writers.append { text in
            var hasHeader = !labels.isEmpty
            if hasHeader { text += header }
            for index in 0..<labels.reduce(1, { $0 * $1.values.count }) {
                let samples = samples(index)
                if samples.isEmpty || labels.count == 3 && samples.allSatisfy({ $0.value == 0 }) { continue }
                if !hasHeader { text += header }
                hasHeader = true
                let pairs = Self.pairs(of: labels, index)
                for sample in samples {
                    let pairs = pairs + (sample.bound.map { [labelPair("le", $0.prometheus)] } ?? [])
                    text.append(sample: name + sample.suffix, pairs, sample.value)
                }
            }
        }
    }

    private static func header(_ name: String, _ help: String, _ kind: MetricKind) -> String {
        "# HELP \(name) \(help.escaped(quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private static func pairs(of labels: [Label], _ series: Int) -> [String] {
        var rest = series
        var pairs: [String] = []
        for label in labels.reversed() {
            pairs.insert(labelPair(label.name, label.values[rest % label.values.count]), at: 0)
            rest /= label.values.count
        }
        return pairs
    }

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The current values in Prometheus' text format, version 0.0.4.
    ///
    /// Series of metrics with up to two labels are always present, so that rates include the first event. Of metrics
    /// with three labels, only the combinations that occurred are present.
    public func render() -> [UInt8] {
        var text = ""
        for write in writers { write(&text) }
        return Array(text.utf8)
    }
}
