import Catalogue

/// Estimates with their intervals, one below the other, and a dashed line to compare them with.
struct IntervalPlot {
    let title: String
    let axisTitle: String
    let rows: [(name: String, estimate: IntervalEstimate)]
    /// The number at the dashed line. Points are filled if their interval excludes it.
    let reference: Double
    /// Where the axis ends at most. Longer bars are cut off.
    var limit = Double.infinity
    let text: (Double) -> String

    private static let (width, left, right) = (640.0, 24.0, 616.0)
    private static let rowHeight = 40.0

    private var bottom: Double { 8 + Double(rows.count) * Self.rowHeight }

    var markup: Markup {
        let numbers = rows.flatMap { row in
            [row.estimate.value] + (row.estimate.interval.map { [$0.lowerBound, $0.upperBound] } ?? [])
        }
        let range = min(0, numbers.min() ?? 0)...max(0, min(limit, numbers.max() ?? 0))
        let axis = AxisScale(of: range, ticks: 6, from: Self.left, to: Self.right)
        let line = axis.coordinate(of: reference)
        return """
            <div class="plot">
            <svg role="img" viewBox="0 0 \(Self.width) \(bottom + 48)" aria-label="\(title); the table has its figures">
            \(axis.ticks.map { tick($0, axis) })\
            <line class="reference" x1="\(line)" x2="\(line)" y1="4" y2="\(bottom)"/>
            \(rows.indices.map { row($0, axis) })\
            <text class="axis" x="\(Self.width / 2)" y="\(bottom + 40)" text-anchor="middle">\(axisTitle)</text>
            </svg>
            </div>

            """
    }

    private func tick(_ number: Double, _ axis: AxisScale) -> Markup {
        let x = axis.coordinate(of: number)
        return """
            <line class="grid" x1="\(x)" x2="\(x)" y1="4" y2="\(bottom)"/>\
            <text x="\(x)" y="\(bottom + 18)" text-anchor="middle">\(text(number))</text>

            """
    }

    private func row(_ index: Int, _ axis: AxisScale) -> Markup {
        let (name, estimate) = rows[index]
        let y = 8 + Double(index) * Self.rowHeight
        let bar = estimate.interval.map { interval -> Markup in
            """
            <line class="interval" x1="\(axis.coordinate(of: interval.lowerBound))" \
            x2="\(axis.coordinate(of: interval.upperBound))" y1="\(y + 28)" y2="\(y + 28)"/>
            """
        }
        let kind: Markup = estimate.interval?.contains(reference) == false ? "point" : "point open"
        return """
            <g><text class="label" x="\(Self.left)" y="\(y + 15)">\(name): \(NumberText.estimate(estimate, text))</text>\
            \(bar)<circle class="\(kind)" cx="\(axis.coordinate(of: estimate.value))" cy="\(y + 28)" r="5"/></g>

            """
    }
}

extension IntervalPlot {
    /// How arms differ from the first one; `nil` if none can be compared.
    init?(_ experiment: ExperimentReport) {
        rows = experiment.arms.compactMap { arm in arm.comparison.map { (arm.arm, $0.difference) } }
        guard !rows.isEmpty else { return nil }
        title = "Differences of openings per visit in \(experiment.experiment)"
        axisTitle = "difference of openings per visit from “\(experiment.arms[0].arm)”"
        reference = 0
        text = NumberText.signedRatio
    }

    /// The rates of ranks, and that of all items; `nil` unless there are rates of two ranks.
    init?(_ widget: WidgetReport) {
        rows = widget.all.namedRanks.compactMap { rank in
            rank.counts.openingRate.map { ("rank \(rank.name)", $0) }
        }
        guard let mean = widget.all.items.openingRate?.value, rows.count > 1 else { return nil }
        title = "Opening rate by rank of \(widget.widget.widget)"
        axisTitle = "opening rate by the rank of the item"
        reference = mean
        text = NumberText.percent
        // Wide intervals of few events are cut off.
        let greatest = rows.map(\.estimate.value).max() ?? 0
        if greatest > 0 { limit = 2.5 * greatest }
    }
}
