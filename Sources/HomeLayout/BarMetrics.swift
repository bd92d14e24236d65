public enum HeaderKind: String, CaseIterable, Sendable {
    /// A title that can be tapped.
    case tappable
    case plain
    case empty
}

/// The style of a header or a footer: lines of text as wide as the page, and a row of chips below them.
public struct BarStyle: Hashable, Sendable {
    /// The title, then the subtitle if there is one.
    var lines: [TextLine]
    var badge: Badge?
    var chips: TextStyle?
    var padding = BarStyle.padding
    /// The space for the sign at the end of the first line that a header can be tapped.
    var accessory: Points = 0
    /// A tap target must be as high as a finger is wide.
    var minimumHeight: Points = 0

    struct Badge: Hashable, Sendable {
        var style: TextStyle
        var longest: TextExtent
    }

    public static func pageHeader(_ styles: TextStyles) -> BarStyle {
        BarStyle(lines: [TextLine(styles[.largeTitle], maximumLines: 3)], minimumHeight: 44)
    }

    /// The header of a widget: the title with the badge beside or below it, then the subtitle, then the chips.
    public static func header(
        _ kind: HeaderKind,
        hasSubtitle: Bool = false,
        longestBadge: TextExtent? = nil,
        hasChips: Bool = false,
        padding: Insets? = nil,
        _ styles: TextStyles
    ) -> BarStyle {
        let chips = hasChips ? styles[.chip] : nil
        let padding = padding ?? Self.padding
        if kind == .empty { return BarStyle(lines: [], chips: chips, padding: hasChips ? padding : Insets()) }
        let subtitle = hasSubtitle ? [TextLine(styles[.subtitle], maximumLines: 3)] : []
        return BarStyle(
            lines: [TextLine(styles[.title], maximumLines: 3)] + subtitle,
            badge: longestBadge.map { Badge(style: styles[.badge], longest: $0) },
            chips: chips,
            padding: padding,
            accessory: kind == .tappable ? chevron : 0,
            minimumHeight: kind == .tappable ? 44 : 0
        )
    }

    /// The footer of a widget: a line that can be tapped.
    public static func footer(padding: Insets? = nil, _ styles: TextStyles) -> BarStyle {
        BarStyle(lines: [TextLine(styles[.link], maximumLines: 3)], padding: padding ?? Self.padding, minimumHeight: 44)
    }

    /// The row below the items of a list or a grid that loads more of them.
    public static func loadMore(_ styles: TextStyles) -> BarStyle {
        BarStyle(lines: [TextLine(styles[.link])], minimumHeight: 60)
    }

    public static let padding = Insets(top: 8, leading: 16, bottom: 8, trailing: 16)

    private static let chevron: Points = 24
}

/// The solved geometry of a header or a footer, on the device's pixel grid, in points.
public struct BarMetrics: Hashable, Sendable {
    /// Padding included.
    public let height: Points
    public let padding: Insets
    public let lines: [LineMetrics]
    /// The space for a chevron at the end of the title; 0 for none.
    public let accessoryWidth: Points
    /// `nil` if the bar never has a badge.
    public let badge: LabelMetrics?
    /// The widest title beside which there is room for the badge, in units of ``AdvanceWidths``; negative for none, and
    /// `nil` without a badge.
    let titleRoom: Int?
    public let chips: LabelMetrics?

    /// - Parameter texts: The title and the subtitle, which may wrap.
    public init(_ style: BarStyle, on device: Device, _ texts: [TextExtent] = []) {
        self.init(style, on: device, fitting: BarFit())
        let fit = BarRoom(self).fit(of: texts.first ?? .none, texts.dropFirst().first ?? .none)
        if fit != BarFit() { self.init(style, on: device, fitting: fit) }
    }

    /// Lines grow with the text scale, the padding does not, and heights are rounded up to the pixel.
    public init(_ style: BarStyle, on device: Device, fitting fit: BarFit) {
        padding = device.snapped(style.padding)
        accessoryWidth = device.snapped(style.accessory)
        let room = device.pixels(device.width) - device.pixels(padding.width)
        let titleWidth = room - device.pixels(style.accessory)
        let textHeight: Int
        (lines, textHeight) = device.solved(style.lines, padding, across: titleWidth, fit.lines)
        if let title = style.lines.first?.style, let badge = style.badge {
            self.badge = .badge(badge, fit.hasBadgeBelow ? .below : .beside, across: titleWidth, on: device)
            let badgeWidth = badge.style.pixels(across: badge.longest, on: device) + 2 * device.pixels(8)
            let width = titleWidth - device.pixels(8) - badgeWidth
            titleRoom = width < 0 ? -1 : title.units(across: width, on: device)
        } else {
            (badge, titleRoom) = (nil, nil)
        }
        chips = style.chips.map { [lines] in .chips($0, isAlone: lines.isEmpty, across: room, on: device) }
        let labelHeight = [badge, chips].reduce(0) { $0 + ($1?.addedHeight(on: device) ?? 0) }
        height = device.points(max(textHeight + labelHeight, device.pixels(style.minimumHeight)))
    }
}

/// All that the geometry of a bar has to do with its texts.
public struct BarFit: Hashable, Sendable {
    var lines = LineCounts.one
    var hasBadgeBelow = false

    /// One line for each text, and room for the badge.
    public init() {}
}
