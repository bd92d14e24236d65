public struct ItemHistory: Hashable, Sendable {
    /// The price before it fell, in minor units; `nil` if it has not fallen, or has risen since.
    public var wasPrice: Int64?
    /// When the price last fell; 0 if it has not fallen.
    public var priceFellAt: Instant = 0
    /// When the item was last available again after it was out of stock; 0 for never.
    public var restockedAt: Instant = 0

    /// The longest time between two steps of one fall of a price, in seconds: 30 days.
    static let stepTime: Int64 = 30 * 24 * 60 * 60

    public static let none = ItemHistory()

    mutating func add(_ item: CatalogueItem, after previous: CatalogueItem, at now: Instant) {
        if let price = item.price, let before = previous.price, price.currency == before.currency {
            if price.amount < before.amount {
                // A price that falls in steps has fallen from the first one.
                if now.seconds(since: priceFellAt) > Self.stepTime { wasPrice = nil }
                wasPrice = wasPrice ?? before.amount
                priceFellAt = now
            } else if price.amount > before.amount {
                forgetPrice()
            }
        } else if item.price != previous.price {
            forgetPrice()
        }
        if item.status == .active, previous.status == .outOfStock {
            restockedAt = now
        } else if item.status == .outOfStock {
            restockedAt = 0
        }
    }

    private mutating func forgetPrice() { (wasPrice, priceFellAt) = (nil, 0) }
}
