/// A colour in sRGB, written as in CSS: `#c8b9a6`.
public struct RGBColor: Hashable, Sendable, CustomStringConvertible {
    public let red, green, blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

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

    /// Muted, and always the same for an id.
    public init(of id: Span<UInt8>) { self = Self.muted[Int(Revision { $0.combine(bytes: id) }.rawValue % 360)] }

    /// By hue in degrees, with a saturation of 25% and a lightness of 72% (HSL).
    private static let muted = (0..<360).map { hue in
        func component(_ offset: Double) -> UInt8 {
            let place = (offset + Double(hue) / 30).truncatingRemainder(dividingBy: 12)
            return UInt8((255 * (0.72 - 0.25 * 0.28 * max(-1, min(place - 3, 9 - place, 1)))).rounded())
        }
        return RGBColor(red: component(0), green: component(8), blue: component(4))
    }

    public var description: String { String(decoding: [UInt8](capacity: 7) { $0.append(self) }, as: UTF8.self) }
}

extension OutputSpan<UInt8> {
    public mutating func append(_ color: RGBColor) {
        append(UInt8(ascii: "#"))
        let value = UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8
        append(lowBytes: 6, of: Self.digits(of: value))
    }
}
