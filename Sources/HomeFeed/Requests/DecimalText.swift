/// Numbers in addresses: decimal digits without an exponent, as ``Parameters`` reads them.
extension Double {
    /// To this many units everything in an address is rounded: to seven places, in degrees a centimetre.
    private static let unitsPerOne = 1e7

    /// The nearest number that has at most seven places.
    var roundedToAddress: Double {
        (self * Self.unitsPerOne).rounded() / Self.unitsPerOne
    }

    /// The number to seven places, without trailing zeros: `41.65`, `-0.0000001`, `5000`. What is too great for that,
    /// from 9 × 10¹¹ up, reads as Swift prints it.
    var addressText: String {
        guard let units = Int(exactly: (self * Self.unitsPerOne).rounded()) else { return "\(self)" }
        let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: UInt(Self.unitsPerOne))
        var digits = String(String(UInt(Self.unitsPerOne) + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return (units < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : ".\(digits)")
    }
}
