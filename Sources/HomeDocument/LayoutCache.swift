import Bytes
import HomeLayout
import Synchronization

/// The metrics that were solved so far, for the devices and styles that are asked for most.
public final class LayoutCache: Sendable {
    private struct Key: Hashable {
        let style: Int
        let device: Device
        /// `nil` where it makes no difference.
        let itemCount: Int?
    }

    /// The most metrics of widgets that are kept; each is about 1 KB.
    public static let metricsCapacity = 4_096
    /// The most devices whose headers and footers are kept; each is about 1 KB.
    public static let deviceCapacity = 1_024

    private let solved = Mutex(LRUCache<Key, SolvedMetrics>(capacity: metricsCapacity))
    private let bars = Mutex(LRUCache<Device, Bars>(capacity: deviceCapacity))

    /// A table without anything yet.
    public init() {}

    /// `style` solved for `device` and `itemCount` items: ``HomeLayout/Metrics/init(_:on:itemCount:)``.
    public func metrics(for style: LayoutStyle, on device: Device, itemCount: Int) -> SolvedMetrics {
        let key = Key(style: style.identity, device: device, itemCount: style.dependsOnItemCount ? itemCount : nil)
        if let known = solved.withLock({ $0.value(for: key) }) { return known }
        let metrics = SolvedMetrics(Metrics(style, on: device, itemCount: itemCount))
        solved.withLock { $0.insert(metrics, for: key) }
        return metrics
    }

    /// The headers and footers on `device`.
    public func bars(on device: Device) -> Bars {
        if let known = bars.withLock({ $0.value(for: device) }) { return known }
        let made = Bars(on: device)
        bars.withLock { $0.insert(made, for: device) }
        return made
    }
}

/// All headers and footers that there are on a device.
public final class Bars: Sendable {
    /// The header of the page.
    public let page: SolvedBar
    /// What stands below a widget's items.
    public let footer: SolvedBar
    private let tappable, plain, empty: SolvedBar

    /// Solves them for `device`.
    public init(on device: Device) {
        func solved(_ style: BarStyle) -> SolvedBar { SolvedBar(BarMetrics(style, on: device)) }
        page = solved(.pageHeader(.plain))
        footer = solved(.footer)
        tappable = solved(.header(.tappable))
        plain = solved(.header(.plain))
        empty = solved(.header(.empty))
    }

    /// The header of a widget.
    public func header(_ kind: HeaderKind) -> SolvedBar {
        switch kind {
        case .tappable: tappable
        case .plain: plain
        case .empty: empty
        }
    }
}
