import Bytes
import HomeLayout

/// The sizes of a widget's images in pixels. Nothing in it is reference-counted, since each item reads it.
struct ImageSizes: Sendable {
    /// The size on the device.
    let full: PixelSize
    /// The sizes at 1×, 2× and 3×, as far as they are smaller: the first ``smallerCount``.
    let smaller: InlineArray<3, PixelSize>
    let smallerCount: Int
    /// The most images of an item.
    let limit: Int
    let revision: Revision

    init(_ images: ImageMetrics) {
        full = images.pixels
        limit = images.limit
        let smaller = images.smallerPixels
        smallerCount = smaller.count
        self.smaller = InlineArray { $0 < smaller.count ? smaller[$0] : images.pixels }
        revision = Revision {
            $0.combine(images.pixels.width)
            $0.combine(images.pixels.height)
            $0.combine(smaller.count)
            $0.combine(images.limit)
        }
    }

    /// The most bytes of an item's images whose segments have `length` bytes: each size has keys of 48 bytes and at most
    /// ten numbers of eight digits, eight of them in the URL.
    func maximumLength(_ length: Int, count: Int) -> Int {
        (1 + smallerCount) * (length + min(count, limit) * 128) + 32
    }
}
