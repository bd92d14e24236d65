/// A dimension of a metric, with all its possible values. They are fixed at the start, which bounds the number of
/// series; requests refer to a value by its index.
public struct Label: Hashable, Sendable {
    /// Stands for all unlisted values.
    public static let otherValue = "other"

    /// A letter or `_`, then letters, digits or `_`.
    let name: String
    /// The last value is ``otherValue``.
    let values: [String]

    /// - Precondition: The values are distinct. ``otherValue`` is appended.
    public init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values + [Self.otherValue]
        precondition(Set(self.values).count == self.values.count, "\(name): a value twice")
    }

    var other: Int { values.count - 1 }

    func index(of value: String) -> Int { values.firstIndex(of: value) ?? other }
}

public typealias Counters = MetricFamily<Counter>
public typealias Histograms = MetricFamily<Histogram>

/// A metric that is counted: a series for each combination of its labels' values.
///
/// Series of metrics with up to two labels are always shown, so that rates include the first event. Of metrics with
/// three labels, only the combinations that occurred are shown.
public struct MetricFamily<Element: Series>: Metric {
    private let name: String
    private let header: String
    private let labels: [Label]
    /// Values of each label; 1 for a label that does not exist.
    @usableFromInline let size: (Int, Int, Int)
    @usableFromInline let series: [Element]

    /// - Parameters:
    ///   - name: Ends in `_total`, or in `_seconds` for histograms; without, counters are gauges.
    ///   - labels: At most three.
    public init(_ name: String, _ help: String, by labels: Label...) {
        self.name = name
        self.labels = labels
        header = metricHeader(name, help, isHistogram: Element.self == Histogram.self)
        let sizes = labels.map(\.values.count) + [1, 1, 1]
        size = (sizes[0], sizes[1], sizes[2])
        series = (0..<sizes.reduce(1, *)).map { _ in Element() }
    }

    /// An index out of range means ``Label/otherValue``.
    @inlinable
    public subscript(_ first: Int, _ second: Int = 0, _ third: Int = 0) -> Element {
        let row = Self.clamp(first, to: size.0) &* size.1 &+ Self.clamp(second, to: size.1)
        return series[row &* size.2 &+ Self.clamp(third, to: size.2)]
    }

    /// The series of this value of the only label. An unlisted value means ``Label/otherValue``.
    public subscript(_ value: String) -> Element { self[labels[0].index(of: value)] }

    @inlinable
    static func clamp(_ index: Int, to count: Int) -> Int {
        index >= 0 && index < count ? index : count &- 1
    }

    public func write(to text: inout String) {
        text += header
        for (series, pairs) in zip(series, pairs) where labels.count < 3 || !series.isZero {
            series.write(name, pairs, to: &text)
        }
    }

    /// The labels of each series. The last label changes fastest.
    private var pairs: [[String]] {
        labels.reduce([[]]) { rows, label in
            rows.flatMap { row in label.values.map { row + [labelPair(label.name, $0)] } }
        }
    }
}

extension Counters {
    /// Of a metric without labels.
    public func increment(by amount: Int = 1) { self[0].increment(by: amount) }
}
