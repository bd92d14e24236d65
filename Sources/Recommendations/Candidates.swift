import Catalogue

/// Listings gathered from several queries, each once, in the order of their discovery.
struct Candidates {
    private(set) var listings: [ListingHit] = []
    private var seen: Set<ItemKey>

    /// No candidates yet, and never one of `excluded`.
    init(without excluded: [ListingHit]) {
        seen = Set(excluded.lazy.map(\.key))
    }

    /// Adds the listing, unless it is there already or excluded. Returns whether it was added.
    mutating func add(_ listing: ListingHit) -> Bool {
        guard seen.insert(listing.key).inserted else { return false }
        listings.append(listing)
        return true
    }

    /// Adds those that are neither there already nor excluded.
    mutating func add(_ found: [ListingHit]) {
        for listing in found { _ = add(listing) }
    }

    /// Removes the listings whose keys are `unwanted`.
    mutating func remove(where unwanted: (ItemKey) -> Bool) {
        listings.removeAll { unwanted($0.key) }
    }
}
