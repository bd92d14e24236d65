import Bytes
import HomeDocument
import HomeLayout
import Testing

@Suite struct `What is solved once` {
    @Test func `is what solving anew would give, whatever was asked for before`() throws {
        let table = LayoutCache()
        var random = SplitMix64(seed: 44)
        var tall = LayoutStyle.standard(.productM)
        var change = StyleChange()
        change.aspectRatio = AspectRatio(width: 3, height: 5)
        try tall.apply(change)
        let styles = Layout.allCases.map(LayoutStyle.standard) + [tall]
        for _ in 0..<20_000 {
            let style = try #require(styles.randomElement(using: &random))
            let count = Int.random(in: 0...12, using: &random)
            let device = try Device(
                width: FixedPoint(integerLiteral: .random(in: 320...420, using: &random)),
                scale: Bool.random(using: &random) ? 2 : 3
            )
            #expect(
                table.metrics(for: style, on: device, itemCount: count).metrics
                    == Metrics(style, on: device, itemCount: count)
            )
            let kind = try #require(HeaderKind.allCases.randomElement(using: &random))
            let bars = table.bars(on: device)
            #expect(bars.header(kind).metrics == BarMetrics(.header(kind), on: device))
            #expect(bars.page.metrics == BarMetrics(.pageHeader(.plain), on: device))
            #expect(bars.footer.metrics == BarMetrics(.footer, on: device))
        }
    }

    @Test func `is made once`() throws {
        let table = LayoutCache()
        let device = try Device(width: 390)
        let first = table.metrics(for: .standard(.grid), on: device, itemCount: 5)
        #expect(table.metrics(for: .standard(.grid), on: device, itemCount: 5) === first)
        #expect(table.metrics(for: .standard(.grid), on: device, itemCount: 7) !== first)
        let carousel = table.metrics(for: .standard(.productL), on: device, itemCount: 5)
        #expect(table.metrics(for: .standard(.productL), on: device, itemCount: 7) === carousel)
        #expect(table.bars(on: device) === table.bars(on: device))
    }

    @Test func `are tokens that say where they are and who sees them`() throws {
        let table = TrackingTokenCache()
        for _ in 0..<2 {
            for number in 0..<3 {
                for segment in ["homes", "style"] {
                    for arms in [
                        [], [ExperimentArm(experiment: "e", arm: "a")], [ExperimentArm(experiment: "e", arm: "b")],
                    ] {
                        for widget in ["nearby", "brands"] {
                            let config = Revision(rawValue: UInt64(number))
                            let tracking = Tracking(config: config, segment: segment, widget: widget, arms: arms)
                            let tokens = table.tokens(config: config, segment: segment, arms: arms)
                            #expect(tokens.token(of: widget).text == tracking.token)
                        }
                    }
                }
            }
        }
    }
}
