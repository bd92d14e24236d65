import Bytes
import HomeLayout

/// A widget's metrics with how they are written, so that neither is made anew for each home.
public final class SolvedMetrics: Sendable {
    /// The metrics.
    public let metrics: Metrics
    /// The members behind `y`: `"height":171.333,…`.
    let members: [UInt8]
    /// The size of the items' images; `nil` where the layout shows none.
    let image: ImageSize?

    /// Writes `metrics` once and for all.
    public init(_ metrics: Metrics) {
        self.metrics = metrics
        members = JSONWriter.members { $0.members(of: metrics) }
        image = metrics.imagePixels.map { ImageSize($0) }
    }
}

/// The metrics of a header or a footer with how they are written.
public final class SolvedBar: Sendable {
    /// The metrics.
    public let metrics: BarMetrics
    /// The members behind `y`: `"height":44,…`.
    let members: [UInt8]

    /// Writes `metrics` once and for all.
    public init(_ metrics: BarMetrics) {
        self.metrics = metrics
        members = JSONWriter.members {
            $0.member("height", metrics.height)
            $0.member("padding", metrics.padding)
        }
    }
}

/// All headers and footers of a device.
public final class Bars: Sendable {
    /// The header of the page.
    public let page: SolvedBar
    /// The footer of a widget.
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

extension JSONWriter {
    /// Writes metrics as the member `metrics`; `y` only where their place on a page is known.
    mutating func member(metrics members: [UInt8], y: Points?) {
        member("metrics", room: members.count + Self.longestNumber + 8) {
            $0.append(UInt8(ascii: "{"))
            if let y {
                $0.append("\"y\":")
                $0.append(y)
                $0.append(UInt8(ascii: ","))
            }
            $0.append(copying: members)
            $0.append(UInt8(ascii: "}"))
        }
    }

    fileprivate mutating func members(of metrics: Metrics) {
        member("height", metrics.height)
        member("visibleItems", metrics.visibleItems)
        member("rows", metrics.rows)
        if let columns = metrics.columns { member("columns", columns) } else { null("columns") }
        member("rowHeight", metrics.rowHeight)
        member("itemSize", metrics.itemSize)
        if let size = metrics.imageSize { member("imageSize", size) } else { null("imageSize") }
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
        } else {
            null("separator")
        }
        member("scroll", metrics.scroll.rawValue)
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
