/// How the numbers of a column are compared: by their differences, or by their ratios.
package enum NumberScale: Hashable, Sendable {
    case linear
    /// By ratios, in octaves: a step of 1 is twice the number. Only for numbers above 0.
    case octaves

    /// The position of a number on the scale; NaN if it has none.
    ///
    /// Octaves are linear between powers of 2, within 0.09 of the logarithm: the bits of a `Float`, read as an integer,
    /// are such a logarithm (Blinn: Floating-Point Tricks, 1997). This takes no function of the system's.
    @inline(__always)
    package func position(of number: Float) -> Float {
        switch self {
        case .linear:
            // A finite position, since a difference of infinite ones is NaN.
            return number.isInfinite ? Float(signOf: number, magnitudeOf: .greatestFiniteMagnitude) : number
        case .octaves:
            guard number > 0 else { return .nan }
            return Float(Int32(bitPattern: number.bitPattern)) / 8_388_608 - 127
        }
    }

    func number(at position: Float) -> Double {
        switch self {
        case .linear: Double(position)
        case .octaves: Double(Float(bitPattern: UInt32(max(0, min(254, position + 127)) * 8_388_608)))
        }
    }
}
