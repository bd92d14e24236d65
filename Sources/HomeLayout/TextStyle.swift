/// A named style of text, such as `headline`. Clients map the name to a font of their own.
public struct TextStyle: Hashable, Sendable {
    /// As in configs and documents.
    public let name: String
    /// At text scale 1, within ``sizes``.
    public private(set) var size: Points
    /// At text scale 1, within ``lineHeights``.
    public private(set) var lineHeight: Points
    /// Within ``weights``: 400 is regular, 700 is bold (OpenType's `usWeightClass`).
    public let weight: Int
    /// The name of its colour; `nil` for the client's own.
    public let color: String?
    /// The user's text scale may enlarge the type up to this size; `nil` for no limit.
    let maximumSize: Points?

    /// The range of ``size`` and ``maximumSize``.
    public static let sizes: ClosedRange<Points> = 1...200
    public static let lineHeights: ClosedRange<Points> = 1...500
    public static let weights = 1...1_000

    /// Each measure must be in its range.
    public init(
        _ name: String,
        size: Points,
        lineHeight: Points,
        weight: Int,
        maximumSize: Points? = nil,
        color: String? = nil
    ) {
        self.name = name
        self.size = size
        self.lineHeight = lineHeight
        self.weight = weight
        self.maximumSize = maximumSize
        self.color = color
    }

    /// The size is rounded to the thousandth of a point, the line height up to the pixel.
    public func scaled(for device: Device) -> TextStyle {
        var scaled = self
        scaled.size = size(on: device)
        scaled.lineHeight = device.points(lineHeight(on: device))
        return scaled
    }

    private func size(on device: Device) -> Points {
        let scaled = (size.thousandths * device.textScale.thousandths + 500).dividedDown(by: 1_000)
        return Points(thousandths: min(scaled, max(maximumSize?.thousandths ?? scaled, size.thousandths)))
    }

    /// In pixels, rounded up: grows as the size does.
    func lineHeight(on device: Device) -> Int {
        let size = size(on: device).thousandths
        return (lineHeight.thousandths * size * device.scale.hundredThousandths)
            .dividedUp(by: self.size.thousandths * Device.unitsOfPixel)
    }

    /// Estimated, in one line, rounded up.
    func pixels(across text: TextExtent, on device: Device) -> Int {
        let size = size(on: device).thousandths
        let units = Int(text.width) * size * device.scale.hundredThousandths
        return (weight < 600 ? units : units * 9 / 8).dividedUp(by: AdvanceWidths.unitsPerEm * Device.unitsOfPixel)
    }

    /// Estimated, in one line.
    /// - Parameter units: Those of ``AdvanceWidths``.
    func points(across units: Int, on device: Device) -> Points {
        let thousandths = units * size(on: device).thousandths / AdvanceWidths.unitsPerEm
        return Points(thousandths: weight < 600 ? thousandths : thousandths * 9 / 8)
    }

    /// In units of ``AdvanceWidths``. Bold type is an eighth wider.
    func units(across pixels: Int, on device: Device) -> Int {
        let size = size(on: device).thousandths
        let units =
            pixels * AdvanceWidths.unitsPerEm * Device.unitsOfPixel / (size * device.scale.hundredThousandths)
        return weight < 600 ? units : units * 8 / 9
    }
}

/// The text styles of a config: the standard ones, changed, and others of its own.
public struct TextStyles: Hashable, Sendable {
    /// Raw values are names.
    enum Standard: String, CaseIterable, Sendable {
        case largeTitle
        case title
        /// The line below a widget's title.
        case subtitle
        /// The first line of a caption, such as a price.
        case headline
        /// The other lines of a caption.
        case body
        /// The only line of a small caption.
        case label
        /// A line of a list of names.
        case display
        case badge
        /// A filter or an order that can be selected.
        case chip
        /// The footer of a widget.
        case link
    }

    public private(set) var byName: [String: TextStyle]

    /// The standard styles. The larger the type, the less the user's text scale enlarges it, as on Apple's type scale.
    public static let standard = TextStyles([
        TextStyle("largeTitle", size: 34, lineHeight: 41, weight: 700, maximumSize: 60),
        TextStyle("title", size: 22, lineHeight: 28, weight: 600, maximumSize: 52),
        TextStyle("subtitle", size: 13, lineHeight: 18, weight: 400, maximumSize: 38),
        TextStyle("headline", size: 17, lineHeight: 22, weight: 600, maximumSize: 46),
        TextStyle("body", size: 15, lineHeight: 20, weight: 400, maximumSize: 42),
        TextStyle("label", size: 13, lineHeight: 18, weight: 600, maximumSize: 38),
        TextStyle("display", size: 34, lineHeight: 48, weight: 300, maximumSize: 60),
        TextStyle("badge", size: 12, lineHeight: 16, weight: 600, maximumSize: 36),
        TextStyle("chip", size: 13, lineHeight: 18, weight: 400, maximumSize: 38),
        TextStyle("link", size: 15, lineHeight: 20, weight: 400, maximumSize: 42),
    ])

    private init(_ styles: [TextStyle]) {
        byName = Dictionary(uniqueKeysWithValues: styles.map { ($0.name, $0) })
    }

    public mutating func insert(_ style: TextStyle) { byName[style.name] = style }

    subscript(style: Standard) -> TextStyle {
        guard let style = byName[style.rawValue] else { preconditionFailure("no standard style can be removed") }
        return style
    }

    public var all: [TextStyle] { byName.values.sorted { $0.name < $1.name } }
}
