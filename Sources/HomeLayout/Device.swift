/// The screen of a client.
public struct Device: Hashable, Sendable {
    /// Within ``widths``. Fractions are common on Android: 411.429.
    public let width: Points
    /// Device pixels per point, within ``scales``. Fractions are common on Android: 2.625.
    public let scale: DisplayScale
    /// The user's text size relative to the default, within ``textScales``.
    public let textScale: FixedPoint

    public static let widths: ClosedRange<Points> = 200...2_048
    /// The supported display scales in hundred-thousandths: Android's densities from 120 to 800 dpi.
    public static let scales = 75_000...500_000
    public static let textScales = FixedPoint(thousandths: 800)...FixedPoint(thousandths: 3_200)

    /// The values must be within their ranges.
    public init(width: Points, scale: DisplayScale = 2, textScale: FixedPoint = 1) {
        precondition(Self.widths.contains(width) && Self.scales.contains(scale.hundredThousandths))
        precondition(Self.textScales.contains(textScale))
        self.width = width
        self.scale = scale
        self.textScale = textScale
    }
}

/// Device pixels per point, in hundred-thousandths: exact for each density of Android, a multiple of 1/160.
public struct DisplayScale: Hashable, Sendable, ExpressibleByIntegerLiteral {
    public let hundredThousandths: Int

    public init(hundredThousandths: Int) {
        self.hundredThousandths = hundredThousandths
    }

    public init(integerLiteral value: Int) {
        hundredThousandths = value * 100_000
    }
}

/// Geometry is solved in whole device pixels, so that no edge lies between two.
extension Device {
    /// A thousandth of a point times a hundred-thousandth of a scale is this part of a pixel.
    static let unitsOfPixel = 100_000_000

    /// The pixel nearest to `length`, halves rounded up.
    ///
    /// Undoes ``points(_:)`` exactly: a thousandth of a point is at most 5 thousandths of a pixel.
    func pixels(_ length: Points) -> Int {
        length.thousandths.multiplied(by: scale.hundredThousandths, dividedBy: Self.unitsOfPixel)
    }

    /// Rounded to the nearest thousandth.
    func points(_ pixels: Int) -> Points {
        Points(thousandths: pixels.multiplied(by: Self.unitsOfPixel, dividedBy: scale.hundredThousandths))
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

    /// Snaps to the nearest pixel.
    func snapped(_ length: Points) -> Points { points(pixels(length)) }
}

extension Int {
    /// The product with `factor` / `divisor`, rounded to the nearest, halves up. Only the result may be large.
    fileprivate func multiplied(by factor: Int, dividedBy divisor: Int) -> Int {
        let whole = dividedDown(by: divisor)
        return whole * factor + (2 * (self - whole * divisor) * factor + divisor) / (2 * divisor)
    }

    func dividedDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    func dividedUp(by divisor: Int) -> Int { -(-self).dividedDown(by: divisor) }
}
