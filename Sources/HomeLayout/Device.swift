/// The screen that a home is measured for.
public struct Device: Hashable, Sendable {
    /// How wide the screen is, in points, within ``widths``. Fractions are real: Android's 411.429.
    public let width: Points
    /// Device pixels per point, within ``scales``. Fractions are real: Android's 2.625.
    public let scale: FixedPoint
    /// By how much the user enlarges text, within ``textScales``.
    public let textScale: FixedPoint

    /// The widths that a home can be measured for, in points.
    public static let widths: ClosedRange<Points> = 200...2_048
    /// The display scales that a home can be measured for.
    public static let scales: ClosedRange<FixedPoint> = 1...4
    /// The text scales that a home can be measured for.
    public static let textScales = FixedPoint(thousandths: 800)...FixedPoint(thousandths: 3_200)

    /// A screen of `width` points at `scale` pixels per point; throws the first value that is out of its range.
    public init(width: Points, scale: FixedPoint = 2, textScale: FixedPoint = 1) throws(DeviceError) {
        guard Self.widths.contains(width) else { throw .width(width) }
        guard Self.scales.contains(scale) else { throw .scale(scale) }
        guard Self.textScales.contains(textScale) else { throw .textScale(textScale) }
        self.width = width
        self.scale = scale
        self.textScale = textScale
    }
}

/// Why a screen cannot be measured for: the value that is out of its range.
public enum DeviceError: Error, Hashable {
    /// The width is not within ``Device/widths``.
    case width(Points)
    /// The scale is not within ``Device/scales``.
    case scale(FixedPoint)
    /// The text scale is not within ``Device/textScales``.
    case textScale(FixedPoint)
}

extension DeviceError: CustomStringConvertible {
    /// What was expected and what was given: `width must be from 200 to 2048 points, not 12`.
    public var description: String {
        switch self {
        case .width(let given): "width must be from \(Device.widths.words) points, not \(given)"
        case .scale(let given): "scale must be from \(Device.scales.words), not \(given)"
        case .textScale(let given): "textScale must be from \(Device.textScales.words), not \(given)"
        }
    }
}

extension ClosedRange {
    /// Both ends, as an error message names them.
    var words: String { "\(lowerBound) to \(upperBound)" }
}
