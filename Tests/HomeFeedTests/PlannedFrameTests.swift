import Bytes
import HomeLayout
import Localization
import SeededRandom
import Testing

@testable import HomeFeed

@Suite struct `The planned frames of a widget` {
    private let config: HomeConfig
    private let localizer = SupportedLanguages.english.defaultLocalizer

    init() throws {
        let texts = Layout.allCases.map {
            #"{"id": "\#($0)", "title": "{market|All}", "layout": "\#($0.rawValue)", "source": {"kind": "lastSearch"}}"#
        }
        config = try World(HomeFeedTests.config(texts)).config
    }

    private func widgets(on device: Device) -> [WidgetPlan] {
        SegmentPlan(config, config.segments[0], localizer, ClientForm(device: device, layouts: nil)).widgets
    }

    /// How a title fits into a header.
    private func fit(_ title: String, in frame: PlannedFrame) -> BarFit {
        frame.headerRoom.fit(of: TextExtent(title), .none)
    }

    @Test func `have the metrics that solving anew gives, in any order of requests`() throws {
        var random = SplitMix64(seed: 44)
        let devices = (0..<40).map { _ in
            Device(
                width: FixedPoint(integerLiteral: .random(in: 320...420, using: &random)),
                scale: Bool.random(using: &random) ? 2 : 3
            )
        }
        let plans = devices.map { ($0, widgets(on: $0)) }
        for _ in 0..<20_000 {
            let (device, widgets) = try #require(plans.randomElement(using: &random))
            let widget = try #require(widgets.randomElement(using: &random))
            let count = Int.random(in: 1...12, using: &random)
            let header = try #require(HeaderKind.allCases.randomElement(using: &random))
            let frame = widget.frame(header, itemCount: count, BarFit(), .one)
            let metrics = Metrics(widget.layout.style, on: device, itemCount: count)
            #expect(
                frame.encoded(.metrics)
                    == JSONWriter.members(afterComma: true) {
                        $0.object("metrics") { $0.members(of: metrics) }
                    }
            )
            #expect(frame.metrics == metrics)
            let bar = BarStyle.header(header, longestBadge: NewCount.longest(in: localizer), .standard)
            #expect(frame.headerHeight == BarMetrics(bar, on: device, fitting: BarFit()).height)
        }
    }

    @Test func `are made once for all users whose headers have as many lines`() {
        for widget in widgets(on: Device(width: 390)) {
            func frame(_ count: Int, _ header: HeaderKind = .tappable, _ fit: BarFit = BarFit()) -> PlannedFrame {
                widget.frame(header, itemCount: count, fit, .one)
            }
            let first = frame(5)
            #expect(frame(5) === first && (frame(7) === first) != widget.isList && frame(5, .plain) !== first)
            #expect(fit("Valencia", in: first) == BarFit())
            let long = fit(String(repeating: "Valencia ", count: 8), in: first)
            let longer = frame(5, .tappable, long)
            #expect(longer.headerHeight > first.headerHeight && longer !== first)
            let other = fit("Toledo" + String(repeating: "Valencia ", count: 8), in: first)
            #expect(frame(5, .tappable, other) === longer)
        }
    }
}

extension PlannedFrame {
    fileprivate func encoded(_ part: Part) -> [UInt8] {
        [UInt8](capacity: length) { write(part, to: &$0) }
    }
}
