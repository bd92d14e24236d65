import HomeLayout
import Testing

/// Guards the positions of widgets on a page.
@Suite struct `A page` {
    private let device: Device

    init() throws {
        device = try Device(width: 390, scale: 3)
    }

    @Test func `stacks headers, rows and footers`() throws {
        let empty = BarMetrics(.pageHeader(.empty), on: device)
        let header = BarMetrics(.header(.tappable), on: device)
        let footer = BarMetrics(.footer, on: device)
        #expect(header == BarMetrics(.header(.plain), on: device))
        #expect(header.height == 44)

        var page = PageLayout(on: device, header: empty)
        let carousel = Metrics(.standard(.productL), on: device, itemCount: 7)
        let first = page.add(header: header, carousel, footer: nil)
        #expect("\(first.headerY) \(first.y) \(first.footerY)" == "20 64 235.333")
        let second = page.add(header: header, carousel, footer: footer)
        #expect("\(second.headerY) \(second.y) \(second.footerY)" == "259.333 303.333 474.667")
        #expect(page.contentHeight.description == "542.667")
    }

    @Test func `counts pixels, not rounded points`() throws {
        var page = PageLayout(on: device, header: BarMetrics(.none, on: device))
        let none = BarMetrics(.none, on: device)
        let carousel = Metrics(.standard(.productL), on: device, itemCount: 7)
        var last: Placement?
        for _ in 0..<300 { last = page.add(header: none, carousel, footer: nil) }
        // 299 times 171.333… and 24 above it; the rounded heights would sum to 58,424.567.
        #expect(last?.y.description == "58424.667")
    }

    @Test func `begins below its header, and keeps a section's insets around its rows`() throws {
        var style = LayoutStyle.standard(.productL)
        var change = StyleChange()
        change.contentInsets = Insets(top: 10, leading: 16, bottom: 6, trailing: 16)
        try style.apply(change)
        let metrics = Metrics(style, on: device, itemCount: 1)
        let title = BarMetrics(.pageHeader(.plain), on: device)
        #expect(title.height == 57)
        let spaces = try #require(PageStyle(top: 1, spacing: 2, bottom: 3))
        var page = PageLayout(spaces, on: device, header: title)
        let placed = page.add(header: BarMetrics(.none, on: device), metrics, footer: nil)
        #expect("\(placed.headerY) \(placed.y) \(placed.footerY)" == "58 68 245.333")
        #expect(page.contentHeight.description == "248.333")
        #expect(PageStyle(top: -1, spacing: 0, bottom: 0) == nil)
    }

    @Test func `without widgets is its header and the space below`() {
        let page = PageLayout(on: device, header: BarMetrics(.pageHeader(.plain), on: device))
        #expect(page.contentHeight == 81)
    }
}

/// Guards the geometry of headers and footers.
@Suite struct `A header or a footer` {
    @Test func `grows with the text, and is never lower than a finger is wide`() throws {
        let small = try Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 800))
        let large = try Device(width: 390, scale: 3, textScale: 2)
        #expect(BarMetrics(.header(.tappable), on: small).height == 44)
        // 28 × 0.8 + 16 = 38.4, up to the pixel
        #expect(BarMetrics(.header(.plain), on: small).height.description == "38.667")
        #expect(BarMetrics(.header(.tappable), on: large).height == 72)
        #expect(BarMetrics(.header(.empty), on: large).height == 0)
        #expect(BarMetrics(.header(.plain), on: large).padding == Insets(top: 8, leading: 16, bottom: 8, trailing: 16))
    }
}
