/// The screen of a client.
public struct Device: Hashable, Sendable {
    /// The width in points, within ``widths``. Fractions are common on Android: 411.429.
    public let width: Points
    /// Device pixels per point, within ``scales``. Fractions are common on Android: 2.625.
    public let scale: FixedPoint
    /// The user's text size relative to the default, within ``textScales``.
    public let textScale: FixedPoint

    /// The supported widths, in points.
    public static let widths: ClosedRange<Points> = 200...2_048
    /// The supported display scales.
    public static let scales: ClosedRange<FixedPoint> = 1...4
    /// The supported text scales.
    public static let textScales = FixedPoint(thousandths: 800)...FixedPoint(thousandths: 3_200)

    /// The least text scale of the accessibility sizes: Apple's first is 28 points for text of 17.
    static let accessibilityTextScale = FixedPoint(thousandths: 1_600)

    /// A screen of `width` points at `scale` pixels per point. The values must be within their ranges.
    public init(width: Points, scale: FixedPoint = 2, textScale: FixedPoint = 1) {
        precondition(Self.widths.contains(width) && Self.scales.contains(scale) && Self.textScales.contains(textScale))
        self.width = width
        self.scale = scale
        self.textScale = textScale
    }
}

/// The device's pixels. Geometry is solved in whole pixels, so that no edge lies between two.
struct PixelGrid {
    let device: Device

    init(_ device: Device) {
        self.device = device
    }

    /// The pixel nearest to `length`, halves rounded up.
    ///
    /// Undoes ``points(_:)`` exactly: a thousandth of a point is at most 4 thousandths of a pixel.
    func pixels(_ length: Points) -> Int {
        (length.thousandths * device.scale.thousandths + 500_000).dividedDown(by: 1_000_000)
    }

    /// `pixels` in points, rounded to the nearest thousandth.
    func points(_ pixels: Int) -> Points {
        let scale = device.scale.thousandths
        return Points(thousandths: (pixels * 2_000_000 + scale).dividedDown(by: 2 * scale))
    }

    /// `insets`, each snapped to the nearest pixel.
    func snapped(_ insets: Insets) -> Insets {
        Insets(
            top: snapped(insets.top),
            leading: snapped(insets.leading),
            bottom: snapped(insets.bottom),
            trailing: snapped(insets.trailing)
        )
    }

    /// `length`, snapped to the nearest pixel.
    func snapped(_ length: Points) -> Points { points(pixels(length)) }
}

extension Int {
    func dividedDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    func dividedUp(by divisor: Int) -> Int { -(-self).dividedDown(by: divisor) }
}
