import Bytes
import HomeLayout

/// The sizes of a widget's images in pixels. Nothing in it is reference-counted, since each item reads it.
struct ImageSizes: Sendable {
    let full: WrittenSize
    /// The sizes at 1×, 2× and 3×, as far as they are smaller: the first ``smallerCount``.
    let smaller: InlineArray<3, WrittenSize>
    let smallerCount: Int
    /// The most images of an item.
    let limit: Int
    let revision: Revision

    init(_ images: ImageMetrics) {
        full = WrittenSize(images.pixels)
        limit = images.limit
        let smaller = images.smallerPixels
        smallerCount = smaller.count
        self.smaller = InlineArray { WrittenSize($0 < smaller.count ? smaller[$0] : images.pixels) }
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

/// A size in pixels as digits, since each item writes it several times.
struct WrittenSize: Sendable {
    let width, height: Digits

    /// Up to eight bytes, the first in the lowest, and their number.
    struct Digits: Sendable {
        let word: UInt64
        let count: Int

        fileprivate init(_ number: Int) {
            let digits = "\(number)".utf8
            precondition(digits.count <= 8, "an image is less than 100,000,000 pixels wide")
            word = digits.reversed().reduce(0) { $0 << 8 | UInt64($1) }
            count = digits.count
        }
    }

    init(_ size: PixelSize) {
        width = Digits(size.width)
        height = Digits(size.height)
    }
}

extension OutputSpan<UInt8> {
    @inline(__always)
    mutating func append(_ digits: WrittenSize.Digits) { append(lowBytes: digits.count, of: digits.word) }
}
