public struct ImageMetrics: Hashable, Sendable {
    public let size: Size
    public let pixels: PixelSize
    /// The sizes at 1×, 2× and 3×, as far as they are smaller, for layouts with several images of an item or whose
    /// images the client places. Otherwise empty.
    public let smallerPixels: [PixelSize]
    /// The most images of an item.
    public let limit: Int

    /// The width of the image that a map shows for an item.
    static let mapWidth: Points = 96

    init(_ pixels: PixelSize, limit: Int, hasAlternatives: Bool, on device: Device) {
        let size = Size(width: device.points(pixels.width), height: device.points(pixels.height))
        self.size = size
        self.pixels = pixels
        self.limit = limit
        let scales = hasAlternatives ? (1...3).filter { $0 * 100_000 < device.scale.hundredThousandths } : []
        smallerPixels = scales.map { scale in
            func pixels(_ points: Points) -> Int { max(1, (points.thousandths * scale + 500) / 1_000) }
            return PixelSize(width: pixels(size.width), height: pixels(size.height))
        }
    }
}
