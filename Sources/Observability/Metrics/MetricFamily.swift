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

/// The series of one metric, one for each combination of its labels' values.
public struct MetricFamily<Series: Metric>: Sendable {
    /// At most three.
    let labels: [Label]
    /// Values of each label; 1 for a label that does not exist.
    @usableFromInline let size: (Int, Int, Int)
    @usableFromInline let series: [Series]

    init(_ labels: [Label]) {
        self.labels = labels
        let sizes = labels.map(\.values.count) + [1, 1, 1]
        size = (sizes[0], sizes[1], sizes[2])
        series = (0..<sizes.reduce(1, *)).map { _ in Series() }
    }

    /// An index out of range means ``Label/otherValue``.
    @inlinable
    public subscript(_ first: Int, _ second: Int = 0, _ third: Int = 0) -> Series {
        let row = Self.clamp(first, to: size.0) &* size.1 &+ Self.clamp(second, to: size.1)
        return series[row &* size.2 &+ Self.clamp(third, to: size.2)]
    }

    /// The series of this value of the only label. An unlisted value means ``Label/otherValue``.
    public subscript(_ value: String) -> Series { self[labels[0].index(of: value)] }

    @inlinable
    static func clamp(_ index: Int, to count: Int) -> Int {
        index >= 0 && index < count ? index : count &- 1
    }
}
