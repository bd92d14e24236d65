/// Whether a listing is offered.
///
/// The raw value is the word in mappings; ``code`` is the number in a store, which never changes its meaning.
public enum ListingStatus: String, Sendable, CaseIterable {
    /// It is for sale.
    case active
    /// Its publisher has taken it back for a while.
    case hidden
    /// It has found its buyer.
    case sold

    /// The number that stands for the status in a store.
    public var code: Int {
        switch self {
        case .active: 0
        case .hidden: 1
        case .sold: 2
        }
    }

    /// The status that `code` stands for, or `nil`.
    public init?(code: Int) {
        switch code {
        case 0: self = .active
        case 1: self = .hidden
        case 2: self = .sold
        default: return nil
        }
    }
}

extension Listing {
    /// Whether the listing may be shown to a user at `now`, in Unix seconds (UTC).
    public func isOnOffer(at now: Int64) -> Bool {
        guard status == .active else { return false }
        return expiresAt.map { now < $0 } ?? true
    }
}
