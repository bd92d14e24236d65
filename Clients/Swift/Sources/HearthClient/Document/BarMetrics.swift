/// The header of the page or of a widget.
public struct Header: Decodable, Hashable, Sendable {
    public let kind: HeaderKind
    public let title, subtitle, href, background: String?
    public let metrics: BarMetrics
}

public struct Footer: Decodable, Hashable, Sendable {
    public let title, href: String, background: String?, metrics: BarMetrics
}

/// The geometry of a header, a footer or a row that loads more, each as wide as the page.
public struct BarMetrics: Decodable, Hashable, Sendable {
    public let height: Double, padding: Insets
    /// The title, then the subtitle.
    @Lossy public private(set) var lines: [TextLine]
    /// The space for a chevron at the end of the title.
    public let accessoryWidth: Double?
    public let badge: BadgeMetrics?, chips: ChipMetrics?
}

/// `padding` is between the ends of the badge and its text.
public struct BadgeMetrics: Decodable, Hashable, Sendable {
    public let position: BadgePosition, spacing, height, padding, lineHeight: Double, style: String, maxLines: Int
}

/// `spacing` is above the row, `padding` between the ends of a chip and its text.
public struct ChipMetrics: Decodable, Hashable, Sendable {
    public let spacing, height, padding, columnSpacing, lineHeight: Double, style: String, maxLines: Int
}
