import HomeLayout
import Localization
import SeededRandom
import Testing

@testable import Catalogue
@testable import HomeFeed

@Suite struct `Cached frames` {
    private let widgets: [WidgetConfig]
    private let context: FeedContext
    private let cache = FrameCache()
    private let localizer = SupportedLanguages.english.defaultLocalizer
    private static let card = Card(
        id: "banner:a",
        kind: .banner,
        title: "A",
        caption: ["A"],
        label: ""
    ) { _ in }

    init() throws {
        let texts = Layout.allCases.map {
            #"{"id": "\#($0)", "title": "{market|All}", "layout": "\#($0.rawValue)", "source": {"kind": "lastSearch"}}"#
        }
        let world = try World(config(texts))
        widgets = world.config.segments[0].widgets
        let record = CachedUserRecord(UserRecord(lastSearch: .homes(market: "toledo")))
        let user = CachedUser(record: record, counts: .empty)
        context = FeedContext(snapshot: try world.snapshot, state: .success(user), place: nil, now: 0)
    }

    private func frame(_ widget: WidgetConfig, _ device: Device, _ count: Int, known: Bool = true) throws -> WidgetFrame
    {
        let unknown = FeedContext(snapshot: context.snapshot, place: nil, now: 0)
        let items = (0..<count).reduce(into: ItemList()) { items, _ in items.append(Item(Self.card)) }
        return FrameBuilder(device: device, localizer, cache)
            .frame(widget, widget.layouts.preferred, items, known ? context : unknown)
    }

    @Test func `have the metrics that solving anew gives, in any order of requests`() throws {
        var random = SplitMix64(seed: 44)
        for _ in 0..<20_000 {
            let widget = try #require(widgets.randomElement(using: &random))
            let count = Int.random(in: 0...12, using: &random)
            let device = Device(
                width: FixedPoint(integerLiteral: .random(in: 320...420, using: &random)),
                scale: Bool.random(using: &random) ? 2 : 3
            )
            let frame = try frame(widget, device, count, known: .random(using: &random))
            // Without items, there is room for all that there may be.
            let items = count == 0 ? widget.limit : count
            #expect(
                frame.content.metrics.metrics == Metrics(widget.layouts.preferred.style, on: device, itemCount: items)
            )
            let header = frame.content.header.content
            let bar = BarStyle.header(header.kind, longestBadge: NewCount.longest(in: localizer), .standard)
            let texts = header.title.map { [TextExtent($0)] } ?? []
            #expect(frame.content.header.metrics.metrics == BarMetrics(bar, on: device, texts))
        }
    }

    @Test func `are built once, and share their metrics`() throws {
        let device = Device(width: 390)
        for widget in widgets {
            let first = try frame(widget, device, 5)
            #expect(try frame(widget, device, 5) === first)
            let isSame = try frame(widget, device, 7) === first
            #expect(isSame != widget.layouts.preferred.style.dependsOnItemCount)
            let other = try frame(widget, device, 5, known: false)
            #expect(other !== first)
            #expect(other.content.metrics === first.content.metrics)
        }
    }
}
