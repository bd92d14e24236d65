import Bytes
import HomeLayout

/// An item's content for all users and devices: rendered once, cached, and copied into each response.
///
/// Sound although unchecked: the content does not change.
public struct Card: @unchecked Sendable {
    /// The content, in one object, so that a reader waits for memory only once.
    package let storage: Storage

    /// The revision of the rendered members and the image URL.
    public var revision: Revision { storage.parts.revision }

    /// The most lines of a caption whose texts are measured: the most that a declared kind may have.
    static let measuredLines = 4

    /// The approximate size in memory, in bytes.
    public var size: Int { 112 + storage.parts.count }

    /// Whether it has an image.
    public var hasImage: Bool { storage.parts.hasImage }

    /// The extents of the caption's texts, up to four.
    public var caption: [TextExtent] {
        let extents = storage.parts.caption
        return extents.indices.map { extents[$0] }.filter { $0 != .none }
    }

    /// The item's id.
    public var id: String {
        // The id follows `{"id":"` and needs no escaping.
        storage.withBytes { bytes in
            let start = 7
            let end = bytes.indices.dropFirst(start).first { bytes[$0] == UInt8(ascii: "\"") } ?? bytes.count
            return String(decoding: bytes.extracting(start..<end))
        }
    }

    /// Renders a card.
    ///
    /// - Parameters:
    ///   - id: the item's id, unique in a document: `listing:7129300520`. It needs no escaping.
    ///   - kind: the item's kind, whose name needs no escaping.
    ///   - image: the image URL without a size. Each response adds the size of the widget's images.
    ///   - label: the accessibility label in UTF-8.
    ///   - caption: the extents of the caption's texts in their order; those after the fourth are not measured.
    ///   - members: writes the members after `id` and `kind`. None may be called `id`, `kind`, `accessibilityLabel`,
    ///     `accessibilityValue`, `revision`, `tracking`, `isNew`, `distance`, `match`, `reason`, `image`, `dismissible`,
    ///     `priceDrop`, `backInStock`, `newSinceLastVisit` or `saved`.
    public init(
        id: String,
        kind: ItemKind,
        image: String? = nil,
        label: [UInt8],
        caption: [TextExtent] = [],
        _ members: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter(capacity: 1_024)
        var content = 0..<0
        writer.object {
            let start = $0.bytes.count
            $0.member("id", id)
            $0.member("kind", kind.rawValue)
            members(&$0)
            $0.member("accessibilityLabel", utf8: label.span)
            content = start..<$0.bytes.count
        }
        let url = image.map { ImageURL($0) }
        let revision = Revision {
            $0.combine(bytes: writer.bytes.span.extracting(content))
            $0.combine(image) { $0.combine($1) }
        }
        var bytes = Array(writer.bytes[..<content.upperBound])
        bytes += ",\"revision\":\"".utf8
        let imageStart = bytes.count
        if let url { bytes += url.beforeWidth }
        let fragmentStart = bytes.count
        if let url { bytes += url.afterHeight }
        storage = Storage.make(
            Parts(
                revision: revision,
                imageStart: imageStart,
                fragmentStart: fragmentStart,
                count: bytes.count,
                caption: InlineArray { $0 < caption.count ? caption[$0] : .none }
            ),
            bytes
        )
    }
}

extension Card {
    package init(_ storage: Storage) { self.storage = storage }

    /// The revision and the lengths of a card's parts.
    package struct Parts: Sendable {
        let revision: Revision
        /// The start of the second part; ``count`` without an image.
        let imageStart: Int
        /// The start of the third part.
        let fragmentStart: Int
        /// The number of bytes.
        let count: Int
        /// The extents of the caption's first texts.
        let caption: InlineArray<4, TextExtent>

        var hasImage: Bool { imageStart < count }

        /// The extent of the text in a line of the caption, with the marks; `nil` if the line is empty.
        func text(at index: Int, _ marks: ItemMarks) -> TextExtent? {
            let text = caption[index]
            if text == .none {
                let isFirstEmpty = index == 0 || caption[index - 1] != .none
                return isFirstEmpty && marks.haveText ? .long : nil
            }
            // The former price follows the price.
            return index == 0 && marks.priceDrop != nil ? text.followed(by: text) : text
        }
    }

    /// Three parts: the item up to its revision, `{"id":…,"kind":…,…,"revision":"`; the image member up to the width,
    /// `,"image":{"url":"https://example.com/a.jpg?w=`; the URL's fragment, which follows the height.
    package final class Storage: ManagedBuffer<Parts, UInt8> {
        fileprivate static func make(_ parts: Parts, _ bytes: [UInt8]) -> Storage {
            let buffer = create(minimumCapacity: bytes.count) { _ in parts }
            // Sound: the object has room for the bytes, which need no deinitialization.
            unsafe buffer.withUnsafeMutablePointerToElements { start in
                for index in bytes.indices { unsafe (start + index).initialize(to: bytes[index]) }
            }
            // Sound: `create` makes an object of the class that it is called on.
            return unsafe unsafeDowncast(buffer, to: Storage.self)
        }

        fileprivate func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
            // Sound: as many bytes are initialized, and live as long as the object.
            unsafe withUnsafeMutablePointers { header, bytes in
                body(unsafe Span(_unsafeStart: bytes, count: header.pointee.count))
            }
        }

        /// The header of the object. Reading it as `header` would check for concurrent changes.
        @inline(__always)
        var parts: Parts {
            // Sound: the header is initialized.
            unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee }
        }

        /// The most bytes of the card, with its image if `size` is given.
        @inline(__always)
        func length(_ size: ImageSize?) -> Int { parts.count + (size?.length ?? 0) }

        /// Appends the item up to the digits of its revision.
        @inline(__always)
        func write(to output: inout OutputSpan<UInt8>) { copy(0..<parts.imageStart, to: &output) }

        /// Appends `,"image":{"url":"…?w=429&h=322","width":429,"height":322}`, if there is an image.
        @inline(__always)
        func writeImage(_ size: ImageSize, to output: inout OutputSpan<UInt8>) {
            let parts = parts
            guard parts.hasImage else { return }
            copy(parts.imageStart..<parts.fragmentStart, to: &output)
            output.append(copying: size.inURL)
            copy(parts.fragmentStart..<parts.count, to: &output)
            output.append(copying: size.members)
        }

        @inline(__always)
        private func copy(_ range: Range<Int>, to output: inout OutputSpan<UInt8>) {
            withBytes { output.append(copying: $0.extracting(range)) }
        }
    }
}
