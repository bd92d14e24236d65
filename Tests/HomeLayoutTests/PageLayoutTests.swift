import Testing

@testable import HomeLayout

@Suite struct `A page` {
    private let device: Device

    init() throws {
        device = Device(width: 390, scale: 3)
    }

    @Test func `stacks headers, rows and footers`() throws {
        let header = BarMetrics(.header(.tappable, .standard), on: device)
        let footer = BarMetrics(.footer(.standard), on: device)
        #expect(header.height == BarMetrics(.header(.plain, .standard), on: device).height)
        #expect(header.height == 44)

        var page = PageLayout(on: device, header: 0)
        let carousel = Metrics(.standard(.productL), on: device, itemCount: 7)
        let first = page.add(header: header.height, items: carousel.height, carousel.contentInsets, footer: nil)
        #expect("\(first.header) \(first.items)" == "20 64" && first.footer == nil)
        let second = page.add(
            header: header.height,
            items: carousel.height,
            carousel.contentInsets,
            footer: footer.height
        )
        #expect("\(second.header) \(second.items) \(second.footer ?? 0)" == "259.333 303.333 474.667")
        #expect(page.contentHeight.description == "542.667")
    }

    @Test func `counts pixels, not rounded points`() throws {
        var page = PageLayout(on: device, header: 0)
        let carousel = Metrics(.standard(.productL), on: device, itemCount: 7)
        var last: Placement?
        for _ in 0..<300 { last = page.add(header: 0, items: carousel.height, carousel.contentInsets, footer: nil) }
        // 299 times 171.333… and 24 above it; the rounded heights would sum to 58,424.567.
        #expect(last?.items.description == "58424.667")
    }

    @Test func `begins below its header, and keeps a section's insets around its rows`() throws {
        var style = LayoutStyle.standard(.productL)
        try style.apply { $0.contentInsets = Insets(top: 10, leading: 16, bottom: 6, trailing: 16) }
        let metrics = Metrics(style, on: device, itemCount: 1)
        let title = BarMetrics(.pageHeader(.standard), on: device)
        #expect(title.height == 57)
        var spaces = PageStyle()
        spaces.top = 1
        spaces.bottom = 3
        var page = PageLayout(spaces, on: device, header: title.height)
        let placed = page.add(header: 0, items: metrics.height, metrics.contentInsets, footer: nil)
        #expect("\(placed.header) \(placed.items)" == "58 68")
        #expect(page.contentHeight.description == "248.333")
    }

    @Test func `without widgets is its header and the space below`() {
        let page = PageLayout(on: device, header: BarMetrics(.pageHeader(.standard), on: device).height)
        #expect(page.contentHeight == 81)
    }
}

@Suite struct `A header or a footer` {
    @Test func `grows with the text, and is never lower than a finger is wide`() throws {
        let small = Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 800))
        let large = Device(width: 390, scale: 3, textScale: 2)
        #expect(BarMetrics(.header(.tappable, .standard), on: small).height == 44)
        // 28 × 0.8 + 16 = 38.4, up to the pixel
        #expect(BarMetrics(.header(.plain, .standard), on: small).height.description == "38.667")
        // 28 × 2 + 16; the type is 52 points at most: 28 × 52/22 + 16 = 82.2, up to the pixel
        #expect(BarMetrics(.header(.tappable, .standard), on: large).height == 72)
        let largest = Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 3_200))
        #expect(BarMetrics(.header(.tappable, .standard), on: largest).height.description == "82.333")
        #expect(BarMetrics(.header(.empty, .standard), on: large).height == 0)
        #expect(
            BarMetrics(.header(.plain, .standard), on: large).padding
                == Insets(top: 8, leading: 16, bottom: 8, trailing: 16)
        )
    }
    @Test func `has the subtitle below the title, and the chips below both`() throws {
        let device = Device(width: 390, scale: 3)
        let bare = BarMetrics(.header(.plain, .standard), on: device)
        let full = BarMetrics(.header(.plain, hasSubtitle: true, hasChips: true, .standard), on: device)
        #expect(bare.lines.map(\.style) == ["title"] && bare.chips == nil)
        #expect(full.lines.map(\.style) == ["title", "subtitle"])
        let chips = try #require(full.chips)
        #expect(chips.height == 32 && chips.spacing == 8)
        #expect(full.height.thousandths == bare.height.thousandths + 18_000 + 40_000)
        let chipsAlone = BarMetrics(.header(.empty, hasChips: true, .standard), on: device)
        #expect(chipsAlone.lines.isEmpty && chipsAlone.height == 48)
    }

    @Test func `has the badge beside the title where both fit into a line, and below it elsewhere`() throws {
        let style = BarStyle.header(.plain, longestBadge: TextExtent("100+ new"), .standard)
        let without = BarStyle.header(.plain, .standard)
        func metrics(_ style: BarStyle, _ title: String, _ textScale: Int = 1_000) throws -> BarMetrics {
            let device = Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: textScale))
            return BarMetrics(style, on: device, [TextExtent(title)])
        }
        let usual = try metrics(style, "New in Toledo")
        #expect(usual.badge?.position == .beside)
        #expect(try usual.height == metrics(without, "New in Toledo").height)
        for (title, textScale) in [("New in Toledo", 2_500), ("New since your last visit", 1_000)] {
            let below = try metrics(style, title, textScale)
            let badge = try #require(below.badge)
            #expect(badge.position == .below)
            let added = badge.spacing.thousandths + badge.height.thousandths
            #expect(try below.height.thousandths == metrics(without, title, textScale).height.thousandths + added)
        }
    }

    @Test func `wraps a title that is wider than the screen, into three lines at most`() throws {
        let device = Device(width: 320, scale: 2)
        func lines(_ title: String) -> Int {
            BarMetrics(.header(.plain, .standard), on: device, [TextExtent(title)]).lines[0].maximumLines
        }
        #expect(lines("New") == 1)
        #expect(lines("New since your last visit") == 2)
        #expect(lines(String(repeating: "New since your last visit ", count: 9)) == 3)
    }
}
