/// Whether an item is offered.
///
/// The raw value is the word in mappings; ``code`` is the number in a store, whose meaning never changes.
public enum ItemStatus: String, Sendable, CaseIterable {
    /// On offer until it expires.
    case active
    /// Withdrawn by its publisher for a while.
    case hidden
    /// Sold.
    case sold
    /// Out of stock.
    case outOfStock

    /// The number that stands for the status in a store.
    public var code: UInt8 {
        switch self {
        case .active: 0
        case .hidden: 1
        case .sold: 2
        case .outOfStock: 3
        }
    }

    /// The status of this ``code``, or `nil`.
    public init?(code: UInt8) {
        switch code {
        case 0: self = .active
        case 1: self = .hidden
        case 2: self = .sold
        case 3: self = .outOfStock
        default: return nil
        }
    }
}
