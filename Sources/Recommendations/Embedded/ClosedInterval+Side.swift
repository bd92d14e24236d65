import Catalogue

extension ClosedInterval {
    /// Where a value lies.
    enum Side {
        /// Between the ends.
        case inside
        /// Below the lower end, which is this.
        case below(Bound)
        /// Above the upper end, which is this.
        case above(Bound)
    }

    /// Where `value` lies.
    func side(of value: Bound) -> Side {
        if let min, value < min { return .below(min) }
        if let max, value > max { return .above(max) }
        return .inside
    }
}
