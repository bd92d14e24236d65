/// All metrics of a process: built while it starts, read as often as somebody asks.
public struct MetricsRegistry: Sendable {
    /// A metric and where its numbers come from.
    struct Entry: Sendable {
        let name: String
        let help: String
        let kind: MetricKind
        let labels: [Label]
        /// The numbers of a series; none to leave it out. There is one for each combination of the labels' values, the
        /// last label's changing fastest.
        let samples: @Sendable (_ series: Int) -> [MetricSample]
    }

    /// In the order in which they are rendered.
    private(set) var entries: [Entry] = []

    /// A registry of nothing.
    public init() {}

    /// A counter; its name ends in `_total`.
    public mutating func counter(_ name: String, _ help: String) -> Counter {
        family(name, help, []).series[0]
    }

    /// A counter for each combination of the labels' values; its name ends in `_total`.
    public mutating func counters(_ name: String, _ help: String, by labels: Label...) -> Family<Counter> {
        family(name, help, labels)
    }

    /// A gauge.
    public mutating func gauge(_ name: String, _ help: String) -> Gauge {
        family(name, help, []).series[0]
    }

    /// A histogram of durations for each combination of the labels' values; its name ends in `_seconds`.
    public mutating func histograms(_ name: String, _ help: String, by labels: Label...) -> Family<Histogram> {
        family(name, help, labels)
    }

    private mutating func family<Series: Metric>(_ name: String, _ help: String, _ labels: [Label]) -> Family<Series> {
        let family = Family<Series>(labels)
        let series = family.series
        entries.append(Entry(name: name, help: help, kind: Series.kind, labels: labels) { series[$0].samples })
        return family
    }

    /// A counter that is read when it is asked for, and never goes back; while `read` gives `nil`, it is left out.
    public mutating func counter(_ name: String, _ help: String, read: @escaping @Sendable () -> Double?) {
        add(name, help, .counter, []) { _ in read() }
    }

    /// A counter for each of the label's values, by its place among them, that is read as ``counter(_:_:read:)`` is.
    public mutating func counters(
        _ name: String,
        _ help: String,
        by label: Label,
        read: @escaping @Sendable (_ index: Int) -> Double?
    ) {
        add(name, help, .counter, [label], read)
    }

    /// A gauge that is read when it is asked for; while `read` gives `nil`, it is left out.
    public mutating func gauge(_ name: String, _ help: String, read: @escaping @Sendable () -> Double?) {
        add(name, help, .gauge, []) { _ in read() }
    }

    /// A gauge for each of the label's values, by its place among them, that is read as ``gauge(_:_:read:)`` is.
    public mutating func gauges(
        _ name: String,
        _ help: String,
        by label: Label,
        read: @escaping @Sendable (_ index: Int) -> Double?
    ) {
        add(name, help, .gauge, [label], read)
    }

    private mutating func add(
        _ name: String,
        _ help: String,
        _ kind: MetricKind,
        _ labels: [Label],
        _ read: @escaping @Sendable (Int) -> Double?
    ) {
        let entry = Entry(name: name, help: help, kind: kind, labels: labels) { index in
            read(index).map { [MetricSample(value: $0)] } ?? []
        }
        entries.append(entry)
    }
}
