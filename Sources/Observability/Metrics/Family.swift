/// The series of one metric, one for each combination of its labels' values, all made when the server starts.
public struct Family<Series: Metric>: Sendable {
    /// At most three.
    let labels: [Label]
    /// How many values each of the labels has; 1 where there is no such label.
    @usableFromInline let size: (Int, Int, Int)
    @usableFromInline let series: [Series]

    init(_ labels: [Label]) {
        self.labels = labels
        let sizes = labels.map(\.values.count) + [1, 1, 1]
        size = (sizes[0], sizes[1], sizes[2])
        series = (0..<sizes.reduce(1, *)).map { _ in Series() }
    }

    /// The series of the values at these places, one for each label; a place that is none stands for
    /// ``Label/otherValue``.
    @inlinable
    public subscript(_ first: Int, _ second: Int = 0, _ third: Int = 0) -> Series {
        let row = Self.place(first, of: size.0) &* size.1 &+ Self.place(second, of: size.1)
        return series[row &* size.2 &+ Self.place(third, of: size.2)]
    }

    /// The series of this value of the only label; one that is none stands for ``Label/otherValue``.
    public subscript(_ value: String) -> Series { self[labels[0].index(of: value)] }

    /// The series of these values of the two labels; one that is none stands for ``Label/otherValue``.
    public subscript(_ first: String, _ second: String) -> Series {
        self[labels[0].index(of: first), labels[1].index(of: second)]
    }

    @inlinable
    static func place(_ index: Int, of count: Int) -> Int {
        index >= 0 && index < count ? index : count &- 1
    }
}
