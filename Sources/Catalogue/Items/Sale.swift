public struct Sale: Hashable, Sendable {
    /// In minor units of the currency of the item's price.
    public let price: Int64
    /// The beginning; ``Instant/distantPast`` for none.
    public let from: Instant
    /// The first instant after it; ``Instant/distantFuture`` for none.
    public let until: Instant

    public init(price: Int64, from: Instant = .distantPast, until: Instant = .distantFuture) {
        (self.price, self.from, self.until) = (price, from, until)
    }
}
