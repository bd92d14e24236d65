/// A colour in sRGB, written as in CSS: `#c8b9a6`.
public struct RGBColor: Hashable, Sendable, CustomStringConvertible {
    public let red, green, blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads `#c8b9a6`; `nil` for anything else.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16),
            green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value)
        )
    }

    /// A muted colour for something with this id, always the same one.
    public init(of id: String) {
        // HSL with the hue from the id, a saturation of 25% and a lightness of 72%.
        let hue = Double(Revision { $0.combine(id) }.rawValue % 360)
        func component(_ offset: Double) -> UInt8 {
            let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            return UInt8((255 * (0.72 - 0.25 * 0.28 * max(-1, min(place - 3, 9 - place, 1)))).rounded())
        }
        self.init(red: component(0), green: component(8), blue: component(4))
    }

    /// The colour as in CSS.
    public var description: String {
        let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
