/// Why an item is recommended: the greatest part of its score. Small, since rankings are kept for every cached user.
public enum RecommendationReason: Hashable, Sendable {
    /// Users open it together with the item at this index of the user's opened items.
    case openedTogether(with: UInt8)
    /// It is like the item at this index of the user's opened items.
    case likeOpened(UInt8)
    case popular
    case popularNearby
    case nearby
    /// It was listed lately; the item has a brand.
    case newInBrand
    case new
}
