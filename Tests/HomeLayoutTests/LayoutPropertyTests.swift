import SeededRandom
import Testing

@testable import HomeLayout

/// Random styles on random screens, the same in each run.
@Suite struct `Any style on any screen` {
    @Test func `shows exactly its items, on the pixel grid, by the formula`() throws {
        var random = SplitMix64(seed: 20_191_107)
        var solved = 0
        while solved < 20_000 {
            let layout = try #require(Layout.allCases.randomElement(using: &random))
            guard let style = randomStyle(layout, &random) else { continue }
            let device = try randomDevice(&random)
            check(Metrics(style, on: device, itemCount: Int.random(in: 0...300, using: &random)), on: device)
            solved += 1
        }
    }

    @Test func `never makes an item narrower on a wider screen`() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2_000 {
            let layout = try #require(Layout.allCases.randomElement(using: &random))
            guard let style = randomStyle(layout, &random, steps: false) else { continue }
            let device = try randomDevice(&random)
            // A tablet's own columns are allowed to be narrower than a phone's.
            guard device.width < LayoutStyle.tabletWidth else { continue }
            let widest = LayoutStyle.tabletWidth.thousandths - 1
            let width = Points(thousandths: Int.random(in: device.width.thousandths...widest, using: &random))
            let wider = Device(width: width, scale: device.scale, textScale: device.textScale)
            let narrow = Metrics(style, on: device, itemCount: 5)
            let wide = Metrics(style, on: wider, itemCount: 5)
            #expect(wide.itemSize.width >= narrow.itemSize.width)
            #expect(wide.height >= narrow.height)
        }
    }

    @Test func `is solved without overflow where everything is as large as it may be`() throws {
        var style = LayoutStyle.standard(.fullWidth)
        let change: LayoutStyle.Change = {
            $0.aspectRatio = AspectRatio(width: 1_000, height: 10_000)
            let line = TextLine(TextStyle("tall", size: 200, lineHeight: 500, weight: 1_000), maximumLines: 10)
            $0.caption = Caption(Array(repeating: line, count: 10), padding: Insets(top: 500, bottom: 500))
            $0.contentInsets = Insets(top: 500, leading: 0, bottom: 500, trailing: 0)
            $0.rowSpacing = 500
            $0.columns = 1
        }
        try style.apply(change)
        try style.apply(change, from: StyleThreshold(width: 700))
        let device = Device(width: 2_048, scale: 5, textScale: FixedPoint(thousandths: 3_200))
        let caption = try #require(Metrics(style, on: device, itemCount: 1).caption)
        var counts = LineCounts.one
        for (index, line) in caption.lines.enumerated() {
            counts.fit(TextExtent(String(repeating: "word ", count: 200)), at: index, line.room)
        }
        let metrics = Metrics(style, on: device, itemCount: 1_000_000, captions: counts)
        #expect(metrics.itemSize.height == 181_480)
        #expect(metrics.height.thousandths == (181_480 + 500) * 1_000_000_000 - 500_000)
    }

    private func check(_ metrics: Metrics, on device: Device) {
        let scale = device.scale.hundredThousandths
        func pixels(_ length: Points) -> Int {
            let pixels = (length.thousandths * scale + 50_000_000) / 100_000_000
            #expect((200_000_000 * pixels + scale) / (2 * scale) == length.thousandths, "\(length) is off the grid")
            return pixels
        }
        let insets = metrics.contentInsets
        let items = metrics.visibleItems.thousandths
        let gaps = (items + 999) / 1_000 - 1
        let trailing = items % 1_000 == 0 ? pixels(insets.trailing) : 0
        let screen = (device.width.thousandths * scale + 50_000_000) / 100_000_000
        let width = pixels(metrics.itemSize.width)
        let around = pixels(insets.leading) + trailing + gaps * pixels(metrics.columnSpacing)
        let unused = (screen - around) * 1_000 - items * width
        #expect(width >= 1)
        #expect((0..<items).contains(unused), "each of the items visible is exact to within a pixel")

        let height = pixels(metrics.itemSize.height)
        let spacing = pixels(metrics.rowSpacing)
        #expect(pixels(metrics.height) == (height + spacing) * metrics.rows - spacing)
        let caption = metrics.caption.map { pixels($0.height) } ?? 0
        if let image = metrics.image?.size, metrics.scroll != .none {
            #expect(metrics.image?.pixels == PixelSize(width: pixels(image.width), height: pixels(image.height)))
            #expect(pixels(image.width) == width)
            #expect(height == pixels(image.height) + (metrics.caption?.position == .over ? 0 : caption))
        }
        if let lines = metrics.caption?.lines, let padding = metrics.caption?.padding {
            let text = lines.reduce(0) { $0 + pixels($1.lineHeight) * $1.maximumLines }
            #expect(caption == pixels(padding.top) + text + pixels(padding.bottom))
        }
        _ = (pixels(insets.top), pixels(insets.bottom))
        if let separator = metrics.separator {
            #expect(pixels(separator.thickness) == 1)
            _ = (pixels(separator.start), pixels(separator.end))
        }
        if let separator = metrics.columnSeparator {
            let spacing = pixels(metrics.columnSpacing)
            #expect(
                abs(2 * pixels(separator.offset ?? -1) + 1 - spacing) <= 1,
                "the line is in the middle of the space"
            )
        }
    }

    /// `nil` where what was drawn does not fit on every screen.
    private func randomStyle(_ layout: Layout, _ random: inout SplitMix64, steps: Bool = true) -> LayoutStyle? {
        var style = LayoutStyle.standard(layout)
        do {
            try style.apply(randomChange(of: style, &random))
            for _ in 0..<(steps ? Int.random(in: 0...2, using: &random) : 0) {
                let width = Points(thousandths: Int.random(in: 200_000...2_048_000, using: &random))
                let textScale = FixedPoint(thousandths: Int.random(in: 800...3_200, using: &random))
                let threshold = [
                    StyleThreshold(width: width), StyleThreshold(textScale: textScale),
                    StyleThreshold(width: width, textScale: textScale),
                ].randomElement(using: &random)
                try style.apply(randomChange(of: style, &random), from: threshold)
            }
            return style
        } catch {
            return nil
        }
    }

    private func randomChange(of style: LayoutStyle, _ random: inout SplitMix64) -> LayoutStyle.Change {
        func length(to limit: Int) -> Points { Points(thousandths: Int.random(in: 0...limit * 1_000, using: &random)) }
        var change = style
        change.contentInsets = Insets(
            top: length(to: 500),
            leading: length(to: 60),
            bottom: length(to: 500),
            trailing: length(to: 60)
        )
        if style.scroll == .none {
            change.aspectRatio = AspectRatio(width: Int.random(in: 5...50, using: &random), height: 12)
            return setting(change)
        }
        change.columnSpacing = length(to: 20)
        change.rowSpacing = length(to: 500)
        if style.scroll == .horizontal {
            change.visibleItems = FixedPoint(thousandths: Int.random(in: 1_000...9_000, using: &random))
            if Bool.random(using: &random) { change.visibleItems = [1, 2, 3, 4].randomElement(using: &random) ?? 1 }
            change.rows = Int.random(in: 1...10, using: &random)
        } else {
            change.columns = Int.random(in: 1...6, using: &random)
            change.separator = Separator(start: length(to: 100), end: length(to: 100))
        }
        if style.aspectRatio != nil {
            change.aspectRatio = AspectRatio(width: Int.random(in: 1_000...10_000, using: &random), height: 3_000)
        }
        if Bool.random(using: &random) {
            change.columnSeparator = Separator(start: length(to: 100), end: length(to: 100))
        }
        let lines = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            let size = Points(thousandths: Int.random(in: 1_000...200_000, using: &random))
            let style = TextStyle("random", size: size, lineHeight: length(to: 60), weight: 400, maximumSize: 60)
            return TextLine(style, maximumLines: Int.random(in: 1...10, using: &random))
        }
        change.caption = Caption(lines, padding: Insets(top: length(to: 60), bottom: length(to: 60)))
        change.captionLineLimit = Int.random(in: 1...10, using: &random)
        return setting(change)
    }

    private func setting(_ fields: LayoutStyle) -> LayoutStyle.Change {
        {
            let steps = $0.steps
            $0 = fields
            $0.steps = steps
        }
    }

    private func randomDevice(_ random: inout SplitMix64) throws -> Device {
        // Any density of Android, and any scale.
        let scales = [
            Int.random(in: 120...800, using: &random) * 625, Int.random(in: 75_000...500_000, using: &random),
        ]
        return Device(
            width: Points(thousandths: Int.random(in: 200_000...2_048_000, using: &random)),
            scale: DisplayScale(hundredThousandths: scales.randomElement(using: &random) ?? 100_000),
            textScale: FixedPoint(thousandths: Int.random(in: 800...3_200, using: &random))
        )
    }
}
