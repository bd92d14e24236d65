import HomeLayout
import Testing

@Suite struct `The metrics of a widget` {
    @Test func `are those of the worked example`() throws {
        let metrics = Metrics(.standard(.productL), on: try Device(width: 390, scale: 3), itemCount: 7)
        #expect(metrics.visibleItems.description == "2.5")
        #expect(metrics.itemSize == Size(width: 143, height: Points(thousandths: 171_333)))
        #expect(metrics.imageSize == Size(width: 143, height: Points(thousandths: 107_333)))
        #expect(metrics.imagePixels == PixelSize(width: 429, height: 322))
        #expect(metrics.captionHeight == 64)
        #expect(metrics.height.description == "171.333")
        #expect(metrics.columns == nil)
        #expect(metrics.scroll == .horizontal)
    }
}
