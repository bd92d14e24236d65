struct DifferencePlot {
    private let rows: [(arm: String, comparison: ArmComparison)]
    private let first: String
    private let title: String

    private static let (width, left, right) = (640.0, 24.0, 616.0)
    private static let rowHeight = 48.0

    /// `nil` if no arm can be compared.
    init?(_ experiment: ExperimentReport) {
        rows = experiment.arms.compactMap { arm in arm.comparison.map { (arm.arm, $0) } }
        guard !rows.isEmpty else { return nil }
        first = experiment.arms[0].arm
        title = "Differences of openings per visit in \(experiment.experiment)"
    }

    private var bottom: Double { 8 + Double(rows.count) * Self.rowHeight }

    var markup: Markup {
        let numbers = rows.flatMap { row -> [Double] in
            let difference = row.comparison.difference
            return [difference.value] + (difference.interval.map { [$0.lowerBound, $0.upperBound] } ?? [])
        }
        let range = min(0, numbers.min() ?? 0)...max(0, numbers.max() ?? 0)
        let axis = AxisScale(of: range, ticks: 6, from: Self.left, to: Self.right)
        let zero = axis.coordinate(of: 0)
        return """
            <div class="plot">
            <svg role="img" viewBox="0 0 \(Self.width) \(bottom + 48)" aria-label="\(title); the table has its figures">
            \(lines(of: axis))<line class="zero" x1="\(zero)" x2="\(zero)" y1="4" y2="\(bottom)"/>
            \(rows.indices.map { row($0, axis) })\
            <text class="axis" x="\(Self.width / 2)" y="\(bottom + 40)" text-anchor="middle">\
            difference of openings per visit from “\(first)”</text>
            </svg>
            </div>

            """
    }

    private func lines(of axis: AxisScale) -> [Markup] {
        let places = axis.decimals()
        return axis.ticks.map { tick in
            let x = axis.coordinate(of: tick)
            return """
                <line class="grid" x1="\(x)" x2="\(x)" y1="4" y2="\(bottom)"/>\
                <text x="\(x)" y="\(bottom + 18)" text-anchor="middle">\(tick == 0 ? "0" : NumberText.signed(tick, places: places))</text>

                """
        }
    }

    private func row(_ index: Int, _ axis: AxisScale) -> Markup {
        let (arm, comparison) = rows[index]
        let difference = comparison.difference
        let y = 8 + Double(index) * Self.rowHeight
        let bar = difference.interval.map { interval -> Markup in
            """
            <line class="interval" x1="\(axis.coordinate(of: interval.lowerBound))" \
            x2="\(axis.coordinate(of: interval.upperBound))" y1="\(y + 32)" y2="\(y + 32)"/>
            """
        }
        let verdict = comparison.excludesZero.map { $0 ? ", excludes 0" : ", includes 0" } ?? ", no interval"
        let kind: Markup = comparison.excludesZero == true ? "point" : "point open"
        return """
            <g><text class="label" x="\(Self.left)" y="\(y + 16)">\(arm): \
            \(NumberText.estimate(difference, NumberText.signedRatio))\(verdict)</text>\
            \(bar)<circle class="\(kind)" cx="\(axis.coordinate(of: difference.value))" cy="\(y + 32)" r="5"/></g>

            """
    }
}
