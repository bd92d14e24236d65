/// The series of one metric, one for each combination of its labels' values, all made when the server starts.
public struct Family<Series: Metric>: Sendable {
    /// How many values each of the labels has; 0 where there is no such label.
    @usableFromInline let size: (Int, Int, Int)
    @usableFromInline let series: [Series]

    /// - Parameter labels: one to three.
    init(_ labels: [Label]) {
        precondition((1...3).contains(labels.count), "a family has one to three labels")
        precondition(Set(labels.map(\.name)).count == labels.count, "a label is given twice")
        let sizes = labels.map(\.values.count) + [0, 0]
        size = (sizes[0], sizes[1], sizes[2])
        series = (0..<labels.reduce(1) { $0 * $1.values.count }).map { _ in Series() }
    }

    /// The series of the value at this place; a place that is none stands for ``Label/otherValue``.
    @inlinable
    public subscript(_ first: Int) -> Series {
        precondition(size.1 == 0, "a series has as many places as labels")
        return series[Self.place(first, of: size.0)]
    }

    /// The series of the values at these places; a place that is none stands for ``Label/otherValue``.
    @inlinable
    public subscript(_ first: Int, _ second: Int) -> Series {
        precondition(size.1 > 0 && size.2 == 0, "a series has as many places as labels")
        return series[Self.place(first, of: size.0) &* size.1 &+ Self.place(second, of: size.1)]
    }

    /// The series of the values at these places; a place that is none stands for ``Label/otherValue``.
    @inlinable
    public subscript(_ first: Int, _ second: Int, _ third: Int) -> Series {
        precondition(size.2 > 0, "a series has as many places as labels")
        let row = Self.place(first, of: size.0) &* size.1 &+ Self.place(second, of: size.1)
        return series[row &* size.2 &+ Self.place(third, of: size.2)]
    }

    @inlinable
    static func place(_ index: Int, of count: Int) -> Int {
        index >= 0 && index < count ? index : count &- 1
    }
}
