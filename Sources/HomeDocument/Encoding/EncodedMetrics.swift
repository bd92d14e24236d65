import Bytes
import HomeLayout

/// A widget's metrics, encoded once for all homes that have them.
public final class EncodedMetrics: Sendable {
    /// The metrics.
    public let metrics: Metrics
    /// The members after `y`: `"height":171.333,…`.
    let members: [UInt8]
    /// The size of the items' images; `nil` if the layout shows none.
    let image: ImageSize?

    /// Encodes `metrics`.
    public init(_ metrics: Metrics) {
        self.metrics = metrics
        members = JSONWriter.members { $0.members(of: metrics) }
        image = metrics.imagePixels.map { ImageSize($0) }
    }
}

/// The metrics of a header or a footer, encoded once for all homes that have them.
public final class EncodedBar: Sendable {
    /// The metrics.
    public let metrics: BarMetrics
    /// The members after `y`: `"height":44,…`.
    let members: [UInt8]

    /// Encodes `metrics`.
    public init(_ metrics: BarMetrics) {
        self.metrics = metrics
        members = JSONWriter.members {
            $0.member("height", metrics.height)
            $0.member("padding", metrics.padding)
        }
    }
}

/// The metrics of all kinds of headers and footers on one device.
public final class EncodedBars: Sendable {
    /// The header of the page.
    public let page: EncodedBar
    /// The footer of a widget.
    public let footer: EncodedBar
    private let tappable, plain, empty: EncodedBar

    /// Solves and encodes the metrics for `device`.
    public init(on device: Device) {
        func encoded(_ style: BarStyle) -> EncodedBar { EncodedBar(BarMetrics(style, on: device)) }
        page = encoded(.pageHeader(.plain))
        footer = encoded(.footer)
        tappable = encoded(.header(.tappable))
        plain = encoded(.header(.plain))
        empty = encoded(.header(.empty))
    }

    /// The header of a widget.
    public func header(_ kind: HeaderKind) -> EncodedBar {
        switch kind {
        case .tappable: tappable
        case .plain: plain
        case .empty: empty
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of metrics: Metrics) {
        member("height", metrics.height)
        member("visibleItems", metrics.visibleItems)
        member("rows", metrics.rows)
        if let columns = metrics.columns { member("columns", columns) }
        member("rowHeight", metrics.rowHeight)
        member("itemSize", metrics.itemSize)
        if let size = metrics.imageSize { member("imageSize", size) }
        member("captionHeight", metrics.captionHeight)
        member("contentInsets", metrics.contentInsets)
        member("columnSpacing", metrics.columnSpacing)
        member("rowSpacing", metrics.rowSpacing)
        if let separator = metrics.separator {
            object("separator") {
                $0.member("leading", separator.leading)
                $0.member("trailing", separator.trailing)
                $0.member("thickness", separator.thickness)
            }
        }
        member("scroll", metrics.scroll.rawValue)
        if let order = metrics.itemOrder { member("itemOrder", order.rawValue) }
    }

    private mutating func member(_ key: StaticString, _ size: Size) {
        object(key) {
            $0.member("width", size.width)
            $0.member("height", size.height)
        }
    }

    fileprivate mutating func member(_ key: StaticString, _ insets: Insets) {
        object(key) {
            $0.member("top", insets.top)
            $0.member("leading", insets.leading)
            $0.member("bottom", insets.bottom)
            $0.member("trailing", insets.trailing)
        }
    }
}

extension RevisionHasher {
    mutating func combine(_ value: FixedPoint) {
        combine(value.thousandths)
    }

    mutating func combine(_ size: PixelSize) {
        combine(size.width)
        combine(size.height)
    }

    mutating func combine(_ metrics: BarMetrics) {
        combine(metrics.height)
        combine(metrics.padding)
    }

    mutating func combine(_ metrics: Metrics) {
        combine(metrics.height)
        combine(metrics.visibleItems)
        combine(metrics.rows)
        combine(metrics.columns) { $0.combine($1) }
        combine(metrics.itemSize)
        combine(metrics.imageSize) { $0.combine($1) }
        combine(metrics.captionHeight)
        combine(metrics.contentInsets)
        combine(metrics.columnSpacing)
        combine(metrics.rowSpacing)
        combine(metrics.separator) {
            $0.combine($1.leading)
            $0.combine($1.trailing)
            $0.combine($1.thickness)
        }
        combine(metrics.scroll.rawValue)
    }

    private mutating func combine(_ size: Size) {
        combine(size.width)
        combine(size.height)
    }

    private mutating func combine(_ insets: Insets) {
        combine(insets.top)
        combine(insets.leading)
        combine(insets.bottom)
        combine(insets.trailing)
    }
}
