import Catalogue

struct RatePlot {
    /// Only ranks with known rates.
    private let points: [(rank: Int, rate: IntervalEstimate)]
    private let mean: Double
    private let title: String

    private static let (width, height) = (480.0, 230.0)
    private static let (left, right, top, bottom) = (52.0, 472.0, 12.0, 176.0)
    /// The axis ends at this multiple of the greatest rate: wide intervals of few events are cut off.
    private static let headroom = 2.5

    /// `nil` unless there are rates of two ranks.
    init?(_ widget: WidgetReport) {
        points = widget.all.mergedRanks.compactMap { rank in rank.counts.openingRate.map { (rank.rank, $0) } }
        guard let mean = widget.all.items.openingRate?.value, points.count > 1 else { return nil }
        self.mean = mean
        title = "Opening rate by rank of \(widget.widget.widget)"
    }

    var markup: Markup {
        let greatest = points.map(\.rate.value).max() ?? 0
        let high = points.compactMap(\.rate.interval?.upperBound).max() ?? greatest
        let end = greatest > 0 ? min(high, greatest * Self.headroom) : high
        let axis = AxisScale(of: 0...max(end, 1e-6), ticks: 5, from: Self.bottom, to: Self.top)
        return """
            <div class="plot">
            <svg class="rates" role="img" viewBox="0 0 \(Self.width) \(Self.height)" aria-label="\(title); the table has its figures">
            \(lines(of: axis))\(meanLine(on: axis))\(points.map { point($0.rank, $0.rate, axis) })\
            <text class="axis" x="\((Self.left + Self.right) / 2)" y="220" text-anchor="middle">rank of the item</text>
            </svg>
            </div>

            """
    }

    private func lines(of axis: AxisScale) -> [Markup] {
        let places = axis.decimals(times: 100)
        return axis.ticks.map { tick in
            let y = axis.coordinate(of: tick)
            return """
                <line class="grid" x1="\(Self.left)" x2="\(Self.right)" y1="\(y)" y2="\(y)"/>\
                <text x="\(Self.left - 8)" y="\(y + 4)" text-anchor="end">\(NumberText.percent(tick, places: places))</text>

                """
        }
    }

    private func meanLine(on axis: AxisScale) -> Markup {
        let y = axis.coordinate(of: mean)
        return """
            <line class="mean" x1="\(Self.left)" x2="\(Self.right)" y1="\(y)" y2="\(y)">\
            <title>all items: \(NumberText.percent(mean))</title></line>

            """
    }

    private func point(_ rank: Int, _ rate: IntervalEstimate, _ axis: AxisScale) -> Markup {
        let name = WidgetCounts.name(ofMerged: rank)
        let columns = Double(max(points.map(\.rank).max() ?? 0, 4) + 1)
        let x = Self.left + (Double(rank) + 0.5) * (Self.right - Self.left) / columns
        let bar = rate.interval.map { interval -> Markup in
            """
            <line class="interval" x1="\(x)" x2="\(x)" y1="\(axis.coordinate(of: interval.lowerBound))" \
            y2="\(axis.coordinate(of: interval.upperBound))"/>
            """
        }
        return """
            <g><title>rank \(name): \(NumberText.estimate(rate, NumberText.percent))</title>\
            \(bar)<circle class="point" cx="\(x)" cy="\(axis.coordinate(of: rate.value))" r="5"/>\
            <text x="\(x)" y="194" text-anchor="middle">\(name)</text></g>

            """
    }
}
