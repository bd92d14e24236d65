/// The device's pixels: all solving is done in whole ones, so that nothing can come to lie between two.
struct PixelGrid {
    private let device: Device

    init(_ device: Device) {
        self.device = device
    }

    /// The pixel nearest to `length`, halves rounded up.
    ///
    /// Undoes ``points(_:)`` exactly: a thousandth of a point is at most 4 thousandths of a pixel.
    func pixels(_ length: Points) -> Int {
        (length.thousandths * device.scale.thousandths + 500_000).dividedDown(by: 1_000_000)
    }

    /// The height of lines of text that together are `lines` high at text scale 1, with `padding` that does not
    /// scale, rounded up to the pixel.
    func textHeight(_ lines: Points, padding: Points) -> Int {
        let millionths = lines.thousandths * device.textScale.thousandths + padding.thousandths * 1_000
        return (millionths * device.scale.thousandths).dividedUp(by: 1_000_000_000)
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
