import Bytes
import HomeLayout

/// An item's content for all users and devices: rendered once, cached, and copied into each response.
///
/// Sound although unchecked: the content does not change.
public struct Card: @unchecked Sendable {
    /// The content, in one object, so that a reader waits for memory only once.
    let storage: Storage

    /// Of the rendered members and the images.
    var revision: Revision { storage.parts.revision }

    /// The most lines of a caption whose texts are measured: the most that a declared kind may have.
    static let measuredLines = 4

    /// The approximate size in memory, in bytes.
    public var size: Int { 112 + storage.parts.count }

    var hasImage: Bool { storage.parts.imageCount > 0 }

    /// An image without a template is sent in its full size.
    var hasImageWithoutTemplate: Bool {
        storage.withBytes { ImageURL.areFixed(in: $0.extracting(storage.parts.imagesStart...)) }
    }

    /// Up to four.
    var caption: [TextExtent] {
        let extents = storage.parts.caption
        return extents.indices.map { extents[$0] }.filter { $0 != .none }
    }

    public var id: String {
        storage.withBytes { String(decoding: $0.extracting(Self.idRange(in: $0))) }
    }

    /// The id follows `{"id":"`, and needs no escaping.
    private static func idRange(in bytes: Span<UInt8>) -> Range<Int> {
        7..<(bytes.firstIndex(of: UInt8(ascii: "\""), from: 7) ?? bytes.count)
    }

    /// The placeholder colour that follows from the id in a card's first bytes.
    static func placeholder(in bytes: Span<UInt8>) -> RGBColor { RGBColor(of: bytes.extracting(idRange(in: bytes))) }

    /// - Parameters:
    ///   - id: the item's id, unique in a document: `listing:7129300520`. It needs no escaping.
    ///   - caption: the texts in the lines of the caption; the extents of those after the fourth are not kept.
    ///   - images: URLs, the best first.
    ///   - placeholder: the colour in the place of images; `nil` for one that follows from the id.
    ///   - members: writes the members after the label.
    init(
        id: String,
        kind: ItemKind,
        title: String,
        caption texts: [String],
        images: [String] = [],
        resizedBy templates: ImageTemplates = .none,
        placeholder: RGBColor? = nil,
        label: String,
        _ members: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter()
        writer.object {
            $0.member("id", id)
            $0.member("kind", kind.rawValue)
            $0.member("title", title)
            $0.member("accessibilityLabel", label)
            members(&$0)
            $0.member("placeholder", "\(placeholder ?? RGBColor(of: id.utf8.span))")
            $0.array("caption") { _ in }
        }
        let json = writer.finish()
        var (bytes, caption) = ([] as [UInt8], CaptionWriter())
        let length = texts.reduce(json.count) { $0 + 6 * $1.utf8.count + CaptionWriter.room }
        bytes.append(addingCapacity: length) { output in
            // The lines go before the last brackets.
            output.append(copying: json.span.extracting(droppingLast: 2))
            for text in texts { caption.write(to: &output) { $0.append(copying: text.utf8.span) } }
            output.append("]")
        }
        self.init(&bytes, caption, imageCount: images.count) {
            let url = images[$0].utf8.span
            $1.append(imageURL: url, templates[url])
        }
    }

    /// - Parameters:
    ///   - bytes: the card up to its caption, `{"id":…,"kind":…,…,"caption":[…]`.
    ///   - imageCount: each response has as many of them as the widget's layout shows, in its size.
    ///   - appendImage: appends the segments of the URL of an image.
    init(
        _ bytes: inout [UInt8],
        _ caption: CaptionWriter,
        imageCount: Int,
        _ appendImage: (Int, inout [UInt8]) -> Void
    ) {
        let imageCount = min(imageCount, LayoutStyle.imageLimitRange.upperBound)
        var hasher = RevisionHasher()
        hasher.combine(bytes: bytes.span.extracting(1...))
        hasher.combine(imageCount)
        bytes.append(addingCapacity: 32) { $0.append(",\"revision\":\"") }
        let imagesStart = bytes.count
        for index in 0..<imageCount {
            let start = bytes.count
            appendImage(index, &bytes)
            hasher.combine(bytes: bytes.span.extracting(start...))
        }
        let parts = Parts(
            revision: hasher.finish(),
            imagesStart: imagesStart,
            imageCount: imageCount,
            count: bytes.count,
            captionEnds: caption.ends,
            caption: caption.extents
        )
        storage = Storage.make(parts, bytes.span)
    }
}

extension Card {
    init(_ storage: Storage) { self.storage = storage }

    package struct Parts: Sendable {
        let revision: Revision
        let imagesStart: Int
        let imageCount: Int
        /// In bytes.
        let count: Int
        /// ``CaptionWriter/ends``.
        let captionEnds: InlineArray<4, UInt32>
        let caption: InlineArray<4, TextExtent>
    }

    /// Two parts: the item up to its revision, `{"id":…,"kind":…,…,"revision":"`; the segments of each ``ImageURL``.
    package final class Storage: ManagedBuffer<Parts, UInt8> {
        fileprivate static func make(_ parts: Parts, _ bytes: Span<UInt8>) -> Storage {
            let buffer = create(minimumCapacity: bytes.count) { _ in parts }
            // Sound: the object has room for the bytes, which need no deinitialization.
            unsafe buffer.withUnsafeMutablePointerToElements { start in
                unsafe bytes.withUnsafeBufferPointer {
                    if let first = $0.baseAddress { unsafe start.initialize(from: first, count: $0.count) }
                }
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

        /// Reading `header` would check for concurrent changes.
        @inline(__always)
        var parts: Parts {
            // Sound: the header is initialized.
            unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee }
        }

        /// The most bytes of the card, with its images if `sizes` are given.
        @inline(__always)
        func length(_ sizes: ImageSizes?) -> Int {
            let parts = parts
            guard let sizes, parts.imageCount > 0 else { return parts.imagesStart }
            return parts.imagesStart
                + sizes.maximumLength(parts.count - parts.imagesStart, count: parts.imageCount)
        }

        /// Appends the item up to the digits of its revision, with at most `captionLines` texts of its caption.
        @inline(__always)
        func write(to output: inout OutputSpan<UInt8>, captionLines: Int) {
            let parts = parts
            let end = captionLines < parts.captionEnds.count ? Int(parts.captionEnds[captionLines]) : 0
            withBytes { output.append(copying: $0.extracting(0..<(end > 0 ? end : parts.imagesStart))) }
            if end > 0 { output.append("],\"revision\":\"") }
        }

        /// Appends `,"images":[{"url":"…?w=429&h=322","width":429,"height":322}]`, if there are any.
        @inline(__always)
        func writeImages(_ sizes: ImageSizes, to output: inout OutputSpan<UInt8>) {
            let parts = parts
            if parts.imageCount == 0 { return }
            let count = min(parts.imageCount, sizes.limit)
            withBytes { output.append(images: $0.extracting(parts.imagesStart...), count, sizes) }
        }
    }
}
