import Bytes
import HomeLayout

/// The sizes of a widget's images, as they are written in each of its items.
final class ImageSizes: Sendable {
    /// One size.
    struct Digits: Sendable {
        /// `429`
        let width: [UInt8]
        /// `322`
        let height: [UInt8]
        /// `","width":429,"height":322`
        let members: [UInt8]

        init(_ pixels: PixelSize) {
            width = Array("\(pixels.width)".utf8)
            height = Array("\(pixels.height)".utf8)
            members = Array("\",\"width\":\(pixels.width),\"height\":\(pixels.height)".utf8)
        }
    }

    /// The size on the device.
    let full: Digits
    /// The sizes at 1×, 2× and 3×, as far as they are smaller.
    let smaller: [Digits]
    /// The most images of an item.
    let limit: Int
    /// The revision of all of it.
    let revision: Revision

    init(_ images: ImageMetrics) {
        full = Digits(images.pixels)
        smaller = images.smallerPixels.map(Digits.init)
        limit = images.limit
        revision = Revision {
            $0.combine(images.pixels.width)
            $0.combine(images.pixels.height)
            $0.combine(images.smallerPixels.count)
            $0.combine(images.limit)
        }
    }

    /// The most bytes of an item's images whose segments have `length` bytes.
    func maximumLength(_ length: Int, count: Int) -> Int {
        // An element of `srcset`, or the image itself, has at most 64 bytes of keys and two numbers.
        (1 + smaller.count) * (length + min(count, limit) * (64 + 2 * full.members.count)) + 16
    }
}
