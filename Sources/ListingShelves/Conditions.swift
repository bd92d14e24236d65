package import Catalogue

/// What a search asks of a listing but for its market, as both engines' `SQL.fits` have it, and that it has not expired.
package struct Conditions: Sendable {
    private let types: Int
    private let price: ClosedInterval<Int64>
    private let bedrooms: ClosedInterval<Int>
    private let bathrooms: ClosedInterval<Double>
    private let size: ClosedInterval<Double>
    private let area: Area?
    private let box: Box?
    private let now: Int64

    /// What the criteria ask for at this moment.
    package init(_ criteria: SearchCriteria, at now: Int64) {
        types = criteria.types.isEmpty ? -1 : criteria.typeBits
        price = criteria.price
        bedrooms = criteria.bedrooms
        bathrooms = criteria.bathrooms
        size = criteria.area
        area = criteria.place
        box = area.flatMap(Box.init)
        self.now = now
    }

    /// Whether the listing is found; first what rules most listings out.
    func admit(_ listing: ShelvedListing) -> Bool {
        guard price.contains(listing.price), types >> listing.type.code & 1 != 0, bedrooms.contains(listing.bedrooms),
            size.contains(listing.area), bathrooms.contains(listing.bathrooms)
        else { return false }
        if let expiry = listing.expiresAt, expiry <= now { return false }
        guard let area else { return true }
        guard let place = listing.place else { return false }
        if let box, !box.contains(place) { return false }
        return area.contains(place)
    }
}
