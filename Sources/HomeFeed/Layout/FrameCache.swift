import Bytes
import HomeDocument
import HomeLayout
import Synchronization

/// The solved geometry of a feed's widgets and pages: a repeated request solves none. It is the only such cache.
final class FrameCache: Sendable {
    /// The inputs of a widget's frame.
    struct Key: Hashable {
        let widget: ObjectIdentifier
        /// Whether the frame is that of the card shown in place of the widget.
        let isReplacement: Bool
        let layout: Layout
        let device: Device
        /// `nil` where the geometry does not depend on it.
        let itemCount: Int?
        /// The header texts that come from the widget's sources.
        let heading: Revision

        /// Adds what differs most; equality decides.
        func hash(into hasher: inout Hasher) {
            hasher.combine(widget)
            hasher.combine(device.width.thousandths &+ (itemCount ?? 0) &<< 32)
            hasher.combine(heading)
        }
    }

    /// The most frames that are kept; each is about 2 KB.
    private static let frameCapacity = 4_096
    /// The most devices whose headers and footers are kept; each is about 1 KB.
    private static let deviceCapacity = 1_024

    private let frames = Mutex(LRUCache<Key, WidgetFrame>(capacity: FrameCache.frameCapacity))
    private let bars = Mutex(LRUCache<Device, EncodedBars>(capacity: FrameCache.deviceCapacity))

    /// The frame for `key`, built by `build` on a miss.
    func frame(for key: Key, _ build: () -> WidgetFrame) -> WidgetFrame {
        if let cached = frames.withLock({ $0.value(for: key) }) { return cached }
        let frame = build()
        frames.withLock { $0.insert(frame, for: key) }
        return frame
    }

    /// The headers and footers of a device.
    func bars(on device: Device) -> EncodedBars {
        if let cached = bars.withLock({ $0.value(for: device) }) { return cached }
        let solved = EncodedBars(on: device)
        bars.withLock { $0.insert(solved, for: device) }
        return solved
    }
}
