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

    /// A screen of `width` points at `scale` pixels per point.
    /// - Throws: ``DeviceError`` for the first value out of range.
    public init(width: Points, scale: FixedPoint = 2, textScale: FixedPoint = 1) throws(DeviceError) {
        guard Self.widths.contains(width) else { throw .width(width) }
        guard Self.scales.contains(scale) else { throw .scale(scale) }
        guard Self.textScales.contains(textScale) else { throw .textScale(textScale) }
        self.width = width
        self.scale = scale
        self.textScale = textScale
    }
}

/// A value of a screen that is out of range.
public enum DeviceError: Error, Hashable {
    /// The width is not within ``Device/widths``.
    case width(Points)
    /// The scale is not within ``Device/scales``.
    case scale(FixedPoint)
    /// The text scale is not within ``Device/textScales``.
    case textScale(FixedPoint)
}

extension DeviceError: CustomStringConvertible {
    /// The expected and the given value: `width must be from 200 to 2048 points, not 12`.
    public var description: String {
        switch self {
        case .width(let given): "width must be from \(Device.widths.words) points, not \(given)"
        case .scale(let given): "scale must be from \(Device.scales.words), not \(given)"
        case .textScale(let given): "textScale must be from \(Device.textScales.words), not \(given)"
        }
    }
}

extension ClosedRange {
    /// Both ends, for error messages.
    var words: String { "\(lowerBound) to \(upperBound)" }
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
