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

    private func header(_ widget: WidgetConfig, known: Bool = true) -> Header {
        let unknown = FeedContext(snapshot: context.snapshot, place: nil, now: 0)
        return widget.header(known ? context : unknown, in: localizer.direction)
    }

    private func frame(_ widget: WidgetConfig, _ device: Device, _ count: Int, _ header: Header) -> WidgetFrame {
        let items = (0..<count).reduce(into: ItemList()) { items, _ in items.append(Item(Self.card)) }
        return FrameBuilder(device: device, localizer, cache).frame(widget, widget.layouts.preferred, items, header)
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
            let header = header(widget, known: .random(using: &random))
            let frame = frame(widget, device, count, header)
            // Without items, there is room for all that there may be.
            let items = count == 0 ? widget.limit : count
            #expect(
                frame.content.metrics.metrics == Metrics(widget.layouts.preferred.style, on: device, itemCount: items)
            )
            #expect(frame.content.headerKind == header.kind)
            let bar = BarStyle.header(header.kind, longestBadge: NewCount.longest(in: localizer), .standard)
            #expect(frame.content.header.metrics == BarMetrics(bar, on: device, [header.title]))
        }
    }

    @Test func `are built once for all users whose headers have as many lines`() {
        let device = Device(width: 390)
        for widget in widgets {
            let first = frame(widget, device, 5, header(widget))
            #expect(header(widget).kind == .tappable && frame(widget, device, 5, header(widget)) === first)
            let isSame = frame(widget, device, 7, header(widget)) === first
            #expect(isSame != widget.layouts.preferred.style.dependsOnItemCount)
            #expect(frame(widget, device, 5, Header(title: "Valencia", href: "/search?market=valencia")) === first)
            #expect(frame(widget, device, 5, header(widget, known: false)) !== first)
            let long = String(repeating: "Valencia ", count: 8)
            let longer = frame(widget, device, 5, Header(title: long, href: "/search"))
            #expect(longer.content.header.metrics.lines[0].maximumLines > 1)
            #expect(frame(widget, device, 5, Header(title: "Toledo" + long, href: "/")) === longer)
        }
    }
}
