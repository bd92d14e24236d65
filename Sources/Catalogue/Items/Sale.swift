/// A lower price for a time.
public struct Sale: Hashable, Sendable {
    /// In minor units of the currency of the item's price.
    public let price: Int64
    /// The beginning; the least integer for none.
    public let from: Int64
    /// The first instant after it; the greatest integer for none.
    public let until: Int64

    public init(price: Int64, from: Int64 = .min, until: Int64 = .max) {
        (self.price, self.from, self.until) = (price, from, until)
    }
}
