import Foundation

/// Maps numbers to coordinates on an axis, with round numbers as ticks.
struct AxisScale {
    let bounds: ClosedRange<Double>
    /// Ascending, within ``bounds``.
    let ticks: [Double]
    /// The coordinates of both ends.
    private let start: Double
    private let end: Double

    /// An axis that contains `numbers` and ends at ticks.
    /// - Parameter count: The most intervals between ticks, 4 or more.
    init(of numbers: ClosedRange<Double>, ticks count: Int, from start: Double, to end: Double) {
        func intervals(_ step: Double) -> Int {
            Int((numbers.upperBound / step).rounded(.up)) - Int((numbers.lowerBound / step).rounded(.down))
        }
        let span = max(numbers.upperBound - numbers.lowerBound, 1e-9)
        let power = pow(10, floor(log10(span / Double(count))))
        let step = [1, 2, 5, 10, 20].map { $0 * power }.first { intervals($0) <= count } ?? 50 * power
        let first = Int((numbers.lowerBound / step).rounded(.down))
        let last = max(first + 1, Int((numbers.upperBound / step).rounded(.up)))
        bounds = Double(first) * step...Double(last) * step
        ticks = (first...last).map { Double($0) * step }
        self.start = start
        self.end = end
    }

    /// Numbers outside the axis get the coordinate of the nearer end.
    func coordinate(of number: Double) -> Double {
        let clamped = min(max(number, bounds.lowerBound), bounds.upperBound)
        return start + (clamped - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound) * (end - start)
    }
}
