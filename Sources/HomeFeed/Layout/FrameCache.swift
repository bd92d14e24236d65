import Bytes
import HomeLayout
import Synchronization

/// The solved geometry of a feed's widgets and pages: a repeated request solves none. It is the only such cache.
final class FrameCache: Sendable {
    /// The inputs of a widget's frame.
    struct Key: Hashable {
        let widget: ObjectIdentifier
        let content: Content
        let layout: Layout
        let device: Device
        /// `nil` where the geometry does not depend on it.
        let itemCount: Int?
        let captions: LineCounts
        let header: HeaderKind
        let headerFit: BarFit
        /// The localizer's revision; `nil` where it makes no difference.
        let locale: Revision?

        /// What the widget shows.
        enum Content: Hashable {
            case items
            /// The card in place of its items.
            case card
            /// A message of these extents.
            case message([TextExtent])
        }

        /// Adds what differs most; equality decides.
        func hash(into hasher: inout Hasher) {
            hasher.combine(widget)
            hasher.combine(device.width.thousandths &+ (itemCount ?? 0) &<< 32)
            hasher.combine(captions)
        }
    }

    /// The inputs of a page's frame.
    struct PageKey: Hashable {
        let device: Device
        let config: Revision
        let language: Revision
    }

    /// The most frames that are kept; each is about 2 KB.
    private static let frameCapacity = 4_096
    /// The most pages whose headers and text styles are kept; each is about 2 KB.
    private static let pageCapacity = 1_024

    private let frames = Mutex(LRUCache<Key, WidgetFrame>(capacity: FrameCache.frameCapacity))
    private let pages = Mutex(LRUCache<PageKey, PageFrame>(capacity: FrameCache.pageCapacity))

    func frame(for key: Key, _ build: () -> WidgetFrame) -> WidgetFrame {
        if let cached = frames.withLock({ $0.value(for: key) }) { return cached }
        let frame = build()
        frames.withLock { $0.insert(frame, for: key) }
        return frame
    }

    func page(for key: PageKey, _ build: () -> PageFrame) -> PageFrame {
        if let cached = pages.withLock({ $0.value(for: key) }) { return cached }
        let page = build()
        pages.withLock { $0.insert(page, for: key) }
        return page
    }
}
