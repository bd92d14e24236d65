/// All metrics of a process, in Prometheus' text format. It is built at the start.
public struct MetricsRegistry: Sendable {
    fileprivate struct Entry: Sendable {
        let name: String
        let help: String
        let kind: MetricKind
        let labels: [Label]
        /// The values of a series; empty to omit it. The last label changes fastest.
        let samples: @Sendable (_ series: Int) -> [MetricSample]
    }

    /// In the order of `/metrics`.
    private var entries: [Entry] = []

    /// Creates a registry without metrics.
    public init() {}

    /// Adds a counter, whose name ends in `_total`.
    public mutating func counter(_ name: String, _ help: String) -> Counter {
        family(name, help, []).series[0]
    }

    /// Adds a counter for each combination of the labels' values.
    public mutating func counters(_ name: String, _ help: String, by labels: Label...) -> MetricFamily<Counter> {
        family(name, help, labels)
    }

    /// Adds a gauge.
    public mutating func gauge(_ name: String, _ help: String) -> Gauge {
        family(name, help, []).series[0]
    }

    /// Adds a histogram of durations for each combination of the labels' values. Its name ends in `_seconds`.
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
        entries.append(Entry(name: name, help: help, kind: Series.kind, labels: labels) { series[$0].samples })
        return family
    }

    /// Adds a metric that is read at each scrape: a counter if its name ends in `_total`, else a gauge. It is omitted
    /// while `read` returns `nil`.
    public mutating func add(_ name: String, _ help: String, read: @escaping @Sendable () -> Double?) {
        add(name, help, []) { _ in read() }
    }

    /// Adds a metric with a series for each value of the label. `read` receives the index of the value.
    public mutating func add(
        _ name: String,
        _ help: String,
        by label: Label,
        read: @escaping @Sendable (_ index: Int) -> Double?
    ) {
        add(name, help, [label], read)
    }

    private mutating func add(
        _ name: String,
        _ help: String,
        _ labels: [Label],
        _ read: @escaping @Sendable (Int) -> Double?
    ) {
        let kind = name.hasSuffix("_total") ? MetricKind.counter : .gauge
        entries.append(
            Entry(name: name, help: help, kind: kind, labels: labels) { index in
                read(index).map { [MetricSample(value: $0)] } ?? []
            }
        )
    }

    /// The media type of ``render()``.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The current values in Prometheus' text format, version 0.0.4.
    ///
    /// Series of metrics with up to two labels are always present, so that rates include the first event. Of metrics
    /// with three labels, only the combinations that occurred are present.
    public func render() -> [UInt8] {
        var text = ""
        for entry in entries { entry.append(to: &text) }
        return Array(text.utf8)
    }
}

extension MetricsRegistry.Entry {
    fileprivate func append(to text: inout String) {
        var hasHeader = !labels.isEmpty
        if hasHeader { text += header }
        for index in 0..<labels.reduce(1, { $0 * $1.values.count }) {
            let samples = samples(index)
            if samples.isEmpty || labels.count == 3 && samples.allSatisfy({ $0.value == 0 }) { continue }
            if !hasHeader { text += header }
            hasHeader = true
            let pairs = pairs(of: index)
            for sample in samples {
                let pairs = pairs + (sample.bound.map { ["le=\"\($0.prometheus)\""] } ?? [])
                let list = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
                text += "\(name)\(sample.suffix)\(list) \(sample.value.prometheus)\n"
            }
        }
    }

    private var header: String {
        "# HELP \(name) \(help.escaped(["\\": "\\\\", "\n": "\\n"]))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// The labels of a series: `route="/home"`.
    private func pairs(of series: Int) -> [String] {
        var rest = series
        var pairs: [String] = []
        for label in labels.reversed() {
            let value = label.values[rest % label.values.count].escaped(["\\": "\\\\", "\n": "\\n", "\"": "\\\""])
            pairs.insert("\(label.name)=\"\(value)\"", at: 0)
            rest /= label.values.count
        }
        return pairs
    }
}

extension String {
    fileprivate func escaped(_ escapes: [Unicode.Scalar: String]) -> String {
        unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? String($1) }
    }
}

extension Double {
    /// The number in the syntax of Go's `ParseFloat`.
    fileprivate var prometheus: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: self).map(String.init) ?? String(self)
    }
}
