import Bytes
import HomeDocument
import HomeLayout
import Synchronization

/// The frames of widgets that were made last.
final class FrameCache: Sendable {
    /// The inputs of a frame.
    struct Key: Hashable {
        /// The widget of the feed that has the table.
        let widget: ObjectIdentifier
        /// Whether it frames the card that stands in for the widget.
        let isStandIn: Bool
        let layout: Layout
        let device: Device
        /// `nil` where it makes no difference.
        let itemCount: Int?
        /// The text of the widget's sources in its header.
        let heading: Heading
    }

    /// The most frames that are kept; each is about 1 KB, beside its metrics.
    static let capacity = 4_096

    private let frames = Mutex(LRUCache<Key, WidgetFrame>(capacity: FrameCache.capacity))

    /// The frame for `key`, made by `frame` where there is none yet.
    func frame(for key: Key, _ frame: () -> WidgetFrame) -> WidgetFrame {
        if let known = frames.withLock({ $0.value(for: key) }) { return known }
        let made = frame()
        frames.withLock { $0.insert(made, for: key) }
        return made
    }
}
