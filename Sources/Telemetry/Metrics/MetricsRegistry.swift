/// All metrics of a process: built while it starts, read as often as somebody asks.
///
/// Names that are no names, and a name given twice, are mistakes of the program and end it at once.
public struct MetricsRegistry: Sendable {
    /// A metric and where its numbers come from.
    struct Entry: Sendable {
        enum Source: Sendable {
            case counters([Counter])
            case gauges([Gauge])
            case histograms([Histogram])
            /// Read when asked, by the number of the series; `nil` leaves it out.
            case readings(Kind, @Sendable (_ series: Int) -> Double?)
        }

        enum Kind: String {
            case counter, gauge, histogram
        }

        let name: String
        let help: String
        let labels: [Label]
        /// One series for each combination of the labels' values, the last label's changing fastest.
        let source: Source

        var kind: Kind {
            switch source {
            case .counters: .counter
            case .gauges: .gauge
            case .histograms: .histogram
            case .readings(let kind, _): kind
            }
        }
    }

    /// In the order in which they are rendered.
    private(set) var entries: [Entry] = []

    /// A registry of nothing.
    public init() {}

    /// A counter; its name ends in `_total`.
    public mutating func counter(_ name: String, _ help: String) -> Counter {
        let counter = Counter()
        add(name, help, [], .counters([counter]))
        return counter
    }

    /// A counter for each combination of the labels' values; its name ends in `_total`.
    public mutating func counters(_ name: String, _ help: String, by labels: Label...) -> Family<Counter> {
        let family = Family<Counter>(labels)
        add(name, help, labels, .counters(family.series))
        return family
    }

    /// A counter that is read when it is asked for, and never goes back; while `read` gives `nil`, it is left out.
    public mutating func counter(_ name: String, _ help: String, read: @escaping @Sendable () -> Double?) {
        add(name, help, [], .readings(.counter) { _ in read() })
    }

    /// A counter for each of the label's values, by its place among them, that is read as ``counter(_:_:read:)`` is.
    public mutating func counters(
        _ name: String,
        _ help: String,
        by label: Label,
        read: @escaping @Sendable (_ index: Int) -> Double?
    ) {
        add(name, help, [label], .readings(.counter, read))
    }

    /// A gauge.
    public mutating func gauge(_ name: String, _ help: String) -> Gauge {
        let gauge = Gauge()
        add(name, help, [], .gauges([gauge]))
        return gauge
    }

    /// A gauge that is read when it is asked for; while `read` gives `nil`, it is left out.
    public mutating func gauge(_ name: String, _ help: String, read: @escaping @Sendable () -> Double?) {
        add(name, help, [], .readings(.gauge) { _ in read() })
    }

    /// A gauge for each of the label's values, by its place among them, that is read as ``gauge(_:_:read:)`` is.
    public mutating func gauges(
        _ name: String,
        _ help: String,
        by label: Label,
        read: @escaping @Sendable (_ index: Int) -> Double?
    ) {
        add(name, help, [label], .readings(.gauge, read))
    }

    /// A histogram of durations for each combination of the labels' values; its name ends in `_seconds`.
    public mutating func histograms(_ name: String, _ help: String, by labels: Label...) -> Family<Histogram> {
        let family = Family<Histogram>(labels)
        add(name, help, labels, .histograms(family.series))
        return family
    }

    private mutating func add(_ name: String, _ help: String, _ labels: [Label], _ source: Entry.Source) {
        let entry = Entry(name: name, help: help, labels: labels, source: source)
        precondition(MetricName.isMetric(name), "\(name) is no name of a metric")
        precondition(!entries.contains { $0.name == name }, "\(name) is registered twice")
        switch entry.kind {
        case .counter: precondition(name.hasSuffix("_total"), "\(name) is a counter and ends in _total")
        case .gauge: precondition(!name.hasSuffix("_total"), "\(name) is no counter and does not end in _total")
        case .histogram: precondition(name.hasSuffix("_seconds"), "\(name) is of durations and ends in _seconds")
        }
        entries.append(entry)
    }
}
