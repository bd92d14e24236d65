import Testing

@testable import HomeLayout

/// Guards single values of solved geometry that are easy to get wrong.
@Suite struct `The metrics of a widget` {
    private let phone: Device
    private let tablet: Device

    init() throws {
        phone = Device(width: 390, scale: 3)
        tablet = Device(width: 1_024, scale: 2)
    }

    @Test func `are those of the worked example`() {
        let metrics = Metrics(.standard(.productL), on: phone, itemCount: 7)
        #expect(metrics.visibleItems.description == "2.5")
        #expect(metrics.itemSize == Size(width: 143, height: Points(thousandths: 171_333)))
        #expect(metrics.image?.size == Size(width: 143, height: Points(thousandths: 107_333)))
        #expect(metrics.image?.pixels == PixelSize(width: 429, height: 322))
        #expect(metrics.caption?.height == 64)
        #expect(metrics.caption?.lines.map(\.style) == ["headline", "body"])
        #expect(metrics.height.description == "171.333")
        #expect(metrics.contentInsets == Insets(leading: 16, trailing: 16))
        #expect(metrics.columns == nil)
        #expect(metrics.scroll == .horizontal)
        #expect(metrics.itemOrder == "column")
    }

    @Test func `subtract the trailing inset where a whole number of items is visible`() throws {
        var style = LayoutStyle.standard(.productL)
        try style.apply { $0.visibleItems = 2 }
        // (390 − 16 − 16 − 8) / 2
        #expect(Metrics(style, on: phone, itemCount: 7).itemSize.width == 175)
    }

    @Test func `of a grid count the rows that its items need`() {
        let heights = [(0, 1), (1, 1), (2, 1), (3, 2), (7, 4)]
        for (items, rows) in heights {
            let metrics = Metrics(.standard(.grid), on: phone, itemCount: items)
            #expect(metrics.rows == rows)
            #expect(metrics.columns == 2)
            #expect(metrics.itemSize.width == 175)
            // 175 × 3/4 = 131.25, up to the pixel 131.333, and 64 of text.
            #expect(metrics.itemSize.height.description == "195.333")
        }
        let four = Metrics(.standard(.grid), on: phone, itemCount: 4)
        #expect(four.height.description == "398.667")
    }

    @Test func `of a brand list are rows of large type with a hairline between them`() {
        let metrics = Metrics(.standard(.brand), on: phone, itemCount: 7)
        #expect(metrics.itemSize == Size(width: 358, height: 64))
        #expect(metrics.caption?.height == 64)
        #expect(metrics.image == nil)
        #expect(metrics.image == nil)
        #expect(metrics.rows == 7)
        #expect(metrics.height == 448)
        #expect(metrics.separator?.thickness.description == "0.333")
        #expect(metrics.separator?.start == 16)
        #expect(metrics.scroll == .vertical)
        #expect(metrics.itemOrder == "row")
    }

    @Test(
        arguments: [(1, []), (2, [96]), (DisplayScale(hundredThousandths: 262_500), [96, 192]), (4, [96, 192, 288])]
            as [(DisplayScale, [Int])]
    )
    func `of a map have images at 1× to 3×, as far as they are smaller than the device's`(
        scale: DisplayScale,
        widths: [Int]
    ) throws {
        let device = Device(width: 390, scale: scale)
        let image = try #require(Metrics(.standard(.map), on: device, itemCount: 1).image)
        #expect(image.smallerPixels == widths.map { PixelSize(width: $0, height: $0 * 3 / 4) })
        #expect(Metrics(.standard(.productM), on: device, itemCount: 1).image?.smallerPixels == [])
    }

    @Test func `have as many images of an item as the style says`() throws {
        var style = LayoutStyle.standard(.productM)
        #expect(Metrics(style, on: phone, itemCount: 1).image?.limit == 1)
        try style.apply { $0.imageLimit = 4 }
        let image = Metrics(style, on: phone, itemCount: 1).image
        #expect(image?.limit == 4 && image?.smallerPixels.count == 2)
    }

    @Test func `of a map do not depend on the number of pins`() {
        let metrics = Metrics(.standard(.map), on: phone, itemCount: 40)
        #expect(metrics == Metrics(.standard(.map), on: phone, itemCount: 0))
        #expect(metrics.itemSize == Size(width: 358, height: Points(thousandths: 268_667)))
        #expect(metrics.image?.size == Size(width: 96, height: 72))
        #expect(metrics.image?.limit == 1)
        #expect(metrics.rows == 1)
        #expect(metrics.columns == nil)
        #expect(metrics.scroll == .none)
        #expect(metrics.itemOrder == nil)
    }

    @Test func `of text grow with the user's text scale, but for the padding`() throws {
        let large = Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 1_350))
        // 22 × 1.35 = 29.7 and 20 × 1.35 = 27, each up to the pixel, and 22
        #expect(Metrics(.standard(.productL), on: large, itemCount: 1).caption?.height.description == "79")
        // 30, 27 for the one line of a text that is not known, and 38
        #expect(Metrics(.standard(.infoCard), on: large, itemCount: 1).height.description == "95")
        let plain = Metrics(.standard(.productXXS), on: phone, itemCount: 1)
        #expect(Metrics(.standard(.productXXS), on: large, itemCount: 1) == plain)
    }

    @Test func `have fewer items and more lines at the accessibility sizes`() throws {
        let large = Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 1_900))
        let largest = Device(width: 390, scale: 3, textScale: FixedPoint(thousandths: 3_200))
        for layout in [Layout.productXL, .productL, .productM, .productS] {
            #expect(Metrics(.standard(layout), on: large, itemCount: 7).visibleItems.description == "1.5")
            #expect(Metrics(.standard(layout), on: largest, itemCount: 7).visibleItems.description == "1.1")
        }
        #expect(Metrics(.standard(.grid), on: large, itemCount: 7).columns == 1)
        let banner = Metrics(.standard(.banner), on: phone, itemCount: 1)
        #expect(banner.caption?.position == .over)
        #expect(banner.itemSize == banner.image?.size)
        let largeBanner = Metrics(.standard(.banner), on: large, itemCount: 1)
        #expect(largeBanner.caption?.position == .below)
        #expect(largeBanner.itemSize.height > largeBanner.image!.size.height)
    }

    @Test func `have as many lines as the longest text needs`() throws {
        let large = Device(width: 390, scale: 3, textScale: 2)
        let style = LayoutStyle.standard(.productL)
        let caption = try #require(Metrics(style, on: large, itemCount: 2).caption)
        #expect(caption.lines.contains(where: \.wraps) && caption.lines.map(\.maximumLines) == [1, 1])
        func lines(_ titles: String...) -> [Int]? {
            var counts = LineCounts.one
            for title in titles {
                counts.fit(TextExtent("$90"), at: 0, caption.lines[0].room)
                counts.fit(TextExtent(title), at: 1, caption.lines[1].room)
            }
            return Metrics(style, on: large, itemCount: 2, captions: counts).caption?.lines.map(\.maximumLines)
        }
        #expect(lines("Shirt") == [1, 1])
        #expect(lines("Shirt", "Flowered linen shirt") == [1, 2])
        #expect(lines("Flowered linen shirt with long sleeves and a collar", "Shirt") == [1, 3])
        #expect(Metrics(.standard(.brand), on: phone, itemCount: 2).caption?.lines.contains(where: \.wraps) == false)
    }

    @Test func `use the room of a tablet`() {
        #expect(Metrics(.standard(.grid), on: tablet, itemCount: 9).columns == 4)
        #expect(Metrics(.standard(.fullWidth), on: tablet, itemCount: 9).columns == 2)
        // (1024 − 32) × 2/5 = 396.8, up to the pixel
        #expect(Metrics(.standard(.map), on: tablet, itemCount: 9).height == 397)
        #expect(Metrics(.standard(.productM), on: tablet, itemCount: 9).visibleItems.description == "3.5")
    }

    @Test func `snap a spacing that lies between two pixels to the nearer one`() throws {
        var style = LayoutStyle.standard(.productL)
        try style.apply {
            $0.columnSpacing = Points(thousandths: 8_400)
            $0.rowSpacing = Points(thousandths: 8_500)
        }
        let metrics = Metrics(style, on: phone, itemCount: 1)
        #expect(metrics.columnSpacing.description == "8.333")
        #expect(metrics.rowSpacing.description == "8.667")
    }
}
