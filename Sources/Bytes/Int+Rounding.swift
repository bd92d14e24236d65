extension Int {
    /// The nearest integer, halves away from zero: `Int(number.rounded())` without a call of the C library. A number
    /// beyond the integers is a programming error.
    @inlinable
    public init(rounding number: Double) {
        let whole = Int(number)
        // Exact: the part after the point.
        let rest = number - Double(whole)
        self = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}
