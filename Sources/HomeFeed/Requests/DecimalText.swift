/// Numbers in addresses: decimal digits without an exponent, as ``Parameters`` reads them.
extension Double {
    /// To this many units everything in an address is rounded: to seven places, in degrees a centimetre.
    static let addressUnits = 1e7

    /// The nearest number that has at most seven places.
    var roundedToAddress: Double {
        (self * Self.addressUnits).rounded() / Self.addressUnits
    }
}
