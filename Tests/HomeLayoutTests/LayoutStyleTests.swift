import Testing

@testable import HomeLayout

@Suite struct `A layout's style` {
    @Test(arguments: Layout.allCases)
    func `fits on every screen as it is`(layout: Layout) throws {
        var style = LayoutStyle.standard(layout)
        #expect(throws: Never.self) { try style.apply { _ in } }
    }

    @Test func `changes from a width up, the last change winning field by field`() throws {
        var style = LayoutStyle.standard(.productL)
        let denser: LayoutStyle.Change = {
            $0.visibleItems = 3
            $0.rows = 2
        }
        try style.apply(denser, from: StyleThreshold(width: 600))
        try style.apply({ $0.visibleItems = 4 }, from: StyleThreshold(width: 900))
        func visible(_ width: Points) throws -> [Int] {
            let metrics = Metrics(style, on: Device(width: width), itemCount: 10)
            return [metrics.visibleItems.thousandths, metrics.rows]
        }
        #expect(try visible(Points(thousandths: 599_999)) == [2_500, 1])
        #expect(try visible(600) == [3_000, 2])
        #expect(try visible(900) == [4_000, 2])
    }

    @Test func `changes from a text scale up, whatever changes from a width`() throws {
        var style = LayoutStyle.standard(.productL)
        try style.apply({ $0.visibleItems = 2 }, from: StyleThreshold(textScale: FixedPoint(thousandths: 1_300)))
        try style.apply({ $0.visibleItems = 4 }, from: StyleThreshold(width: 700))
        func visible(_ width: Points, _ textScale: Int) throws -> Int {
            let device = Device(width: width, textScale: FixedPoint(thousandths: textScale))
            return Metrics(style, on: device, itemCount: 10).visibleItems.thousandths
        }
        #expect(try visible(390, 1_299) == 2_500)
        #expect(try visible(390, 1_300) == 2_000)
        #expect(try visible(700, 1_299) == 4_000)
        #expect(try visible(700, 1_300) == 2_000)
    }

    @Test func `has the fields that mean something in its layout`() {
        func fields(_ layout: Layout) -> Set<LayoutStyle.Field> { LayoutStyle.standard(layout).fields }
        #expect(fields(.productL).contains(.rows) && !fields(.productL).contains(.columns))
        #expect(fields(.grid).contains(.columns) && !fields(.grid).contains(.visibleItems))
        #expect(fields(.grid).contains(.aspectRatio) && !fields(.brand).contains(.aspectRatio))
        #expect(fields(.map).contains(.aspectRatio) && !fields(.map).contains(.caption))
    }

    @Test func `refuses insets that leave an item no room on some screen, and names the screen`() throws {
        var style = LayoutStyle.standard(.productXXS)
        let wide: LayoutStyle.Change = { $0.contentInsets = Insets(leading: 200) }
        #expect(throws: NoRoom(width: 200)) { try style.apply(wide) }
        #expect(throws: NoRoom(width: 240)) { try style.apply(wide, from: StyleThreshold(width: 240)) }
        try style.apply(wide, from: StyleThreshold(width: 320))
        let metrics = Metrics(style, on: Device(width: 320, scale: 1), itemCount: 9)
        #expect(metrics.itemSize.width == 11)
        // The end of a carousel takes no room of its items, but of a message in their place.
        var carousel = LayoutStyle.standard(.productL)
        #expect(throws: NoRoom(width: 200)) {
            try carousel.apply { $0.contentInsets = Insets(leading: 16, trailing: 180) }
        }
    }

    @Test func `takes ratios as people write them`() {
        #expect(AspectRatio("4:3") == AspectRatio(width: 4, height: 3))
        #expect(AspectRatio("16:9")?.description == "16:9")
        for text in ["", "4", "4:", ":3", "4:3:2", "0:3", "4:-3", "11:1", "1:11", "4.0:3", "99999:99999"] {
            #expect(AspectRatio(text) == nil, "\(text)")
        }
    }
}
