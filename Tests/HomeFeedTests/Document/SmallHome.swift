import Bytes
import Localization
import Recommendations

@testable import HomeFeed
@testable import HomeLayout

/// A home with one widget of each state, small enough to be read.
struct SmallHome {
    var isNew = true
    var title = "New in Toledo"
    var badge: Badge? = Badge(count: 1, text: "1 new")
    /// Those of the last search's widget.
    var filters: [Chip] = []
    var sorts: [Chip] = []
    var bannerRatio: AspectRatio?
    var arms = [ExperimentArm(experiment: "map-first", arm: "map")]
    /// Those of the document, if they are not ``arms``.
    var experiments: [ExperimentArm]?
    var style = PageStyle.standard
    var freshness = Freshness(refreshAfter: 300, staleWhileRevalidate: 86_400)
    /// What put the listing there.
    var source: StaticString = "lastSearch"
    /// How many others are on the pages before it.
    var firstRank = 0
    var configRevision = Revision(rawValue: 0x0123_4567_89ab_cdef)
    var downgradedFrom: Layout?
    var device: Device
    var localizer = SupportedLanguages.english.defaultLocalizer

    init() throws {
        device = Device(width: 390, scale: 3)
    }

    private static let templates = ImageTemplates(
        ImageTemplate("{url}?w={w}&h={h}").map { [.init(prefix: "", $0)] } ?? []
    )
    static let listing = Card(
        id: "listing:7129300520",
        kind: ItemKind(rawValue: "listing"),
        title: "A \"quiet\" house",
        caption: ["$221,900", "A \"quiet\" house"],
        images: ["https://img.example/a.jpg"],
        resizedBy: templates,
        label: "A \"quiet\" house, $221,900"
    ) {
        $0.object("price") {
            $0.member("amount", 22_190_000)
            $0.member("currency", "USD")
            $0.member("formatted", "$221,900")
        }
        $0.member("market", "toledo")
        $0.member("listedAt", "1996-04-23")
        $0.object("attributes") { $0.member("type", "house") }
        $0.member("href", "/listings/7129300520")
    }
    static let brand = Card(
        id: "brand:comme-des-garcons",
        kind: .brand,
        title: "Comme des Garçons",
        caption: ["Comme des Garçons"],
        label: "Comme des Garçons"
    ) {
        $0.member("href", "/brands/comme-des-garcons")
    }
    static let banner = Card(
        id: "banner:spring",
        kind: .banner,
        title: "Spring",
        caption: ["Spring"],
        images: ["/images/spring.jpg"],
        resizedBy: templates,
        label: "Spring"
    ) {
        $0.member("href", "/spring")
    }

    private func tracking(_ widget: String) -> TrackingToken {
        TrackingToken(Tracking(config: configRevision, segment: "homes", widget: widget, arms: arms))
    }

    func home() throws -> Home {
        func bar(_ style: BarStyle) -> EncodedBar { EncodedBar(BarMetrics(style, on: device)) }
        let none = bar(.none)
        let search = BarStyle.header(
            .tappable,
            hasSubtitle: true,
            longestBadge: TextExtent("100+ new"),
            .standard
        )
        func metrics(_ layout: Layout, _ count: Int) -> EncodedMetrics {
            EncodedMetrics(Metrics(.standard(layout), on: device, itemCount: count))
        }
        var banner = LayoutStyle.standard(.banner)
        if let bannerRatio {
            var change = StyleChange()
            change.aspectRatio = bannerRatio
            try banner.apply(change)
        }
        return Home(
            device: device,
            localizer: localizer,
            style: style,
            frame: PageFrame(title: "Hearth", .standard, Palette(), on: device),
            segments: [
                Segment(id: "homes", title: "Homes", href: nil),
                Segment(id: "style", title: "Style", href: "/home?segment=style&width=390"),
            ],
            experiments: experiments ?? arms,
            widgets: [
                Widget(
                    frame: WidgetFrame(
                        .init(
                            id: "spring",
                            headerKind: .empty,
                            header: none,
                            layout: .banner,
                            metrics: EncodedMetrics(Metrics(banner, on: device, itemCount: 1))
                        )
                    ),
                    state: .loaded,
                    items: [Item(Self.banner, source: "banners")],
                    tracking: tracking("spring"),
                    localizer: localizer
                ),
                Widget(
                    frame: WidgetFrame(
                        .init(
                            id: "last-search",
                            headerKind: .tappable,
                            header: bar(search),
                            layout: .productL,
                            metrics: metrics(.productL, 1)
                        )
                    ),
                    header: Header(title: title, subtitle: "Houses under $250,000", href: "/search"),
                    badge: badge,
                    filters: filters,
                    sorts: sorts,
                    state: .stale(age: 42),
                    items: [
                        Item(
                            Self.listing,
                            ItemMarks(
                                isNew: isNew,
                                distance: Distance(meters: 1_234.4),
                                match: .similar(.overBudget(percent: 4))
                            ),
                            source: source
                        )
                    ],
                    firstRank: firstRank,
                    loadMore: Array("/home/widgets/last-search?cursor=x".utf8),
                    tracking: tracking("last-search"),
                    localizer: localizer
                ),
                Widget(
                    frame: WidgetFrame(
                        .init(
                            id: "brands",
                            headerKind: .plain,
                            header: bar(.header(.plain, .standard)),
                            layout: .brand,
                            metrics: metrics(.brand, 1),
                            footer: Footer(title: "All brands", href: "/brands", metrics: bar(.footer(.standard)))
                        )
                    ),
                    header: Header(title: "Your brands"),
                    state: .loaded,
                    items: [Item(Self.brand, source: "brands")],
                    tracking: tracking("brands"),
                    localizer: localizer
                ),
                Widget(
                    frame: WidgetFrame(
                        .init(
                            id: "recommendations",
                            headerKind: .plain,
                            header: bar(.header(.plain, .standard)),
                            layout: .productM,
                            metrics: metrics(.productM, 8)
                        )
                    ),
                    header: Header(title: "For you"),
                    state: .error(
                        WidgetError(
                            code: .upstreamTimeout,
                            message: "The recommendations took too long.",
                            retryAfter: 2,
                            retry: "/home/widgets/recommendations?width=390"
                        )
                    ),
                    tracking: tracking("recommendations"),
                    localizer: localizer
                ),
                Widget(
                    frame: WidgetFrame(
                        .init(
                            id: "nearby",
                            headerKind: .empty,
                            header: none,
                            layout: .map,
                            downgradedFrom: downgradedFrom,
                            metrics: metrics(.map, 20)
                        )
                    ),
                    state: .deferred(href: "/home/widgets/nearby?width=390", mayShrink: false),
                    tracking: tracking("nearby"),
                    localizer: localizer
                ),
            ],
            shown: Array("AV0vVxkJxXk4yRJ1ozsYdGTvmVN2Y5SObiHPT6w".utf8),
            freshness: freshness
        )
    }

    func written() throws -> Written {
        var writer = JSONWriter()
        let revision = try home().write(into: &writer)
        return Written(json: String(decoding: writer.bytes, as: UTF8.self), revision: revision)
    }
}
