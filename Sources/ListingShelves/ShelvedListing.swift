package import Catalogue
import Revisions

/// A listing on a shelf: a hit without its market, in little more than half the memory, since there are many of them.
package struct ShelvedListing: Sendable {
    let key: Int64
    let id: String
    let listedAt: Int64
    let price: Int64
    private let revision: Revision
    // Where one is not known, it is not a number.
    private let knownBathrooms, knownArea, latitude, longitude: Double
    private let knownBedrooms: Int
    private let knownExpiry: Int64
    private let knowsBedrooms, expires: Bool
    let type: ListingType

    /// The hit, whose market its shelf tells.
    package init(_ hit: ListingHit) {
        key = hit.key.rawValue
        id = hit.id
        listedAt = hit.listedAt
        price = hit.price
        revision = hit.revision
        knownBathrooms = hit.bathrooms ?? .nan
        knownArea = hit.area ?? .nan
        latitude = hit.place?.latitude ?? .nan
        longitude = hit.place?.longitude ?? .nan
        knownBedrooms = hit.bedrooms ?? 0
        knowsBedrooms = hit.bedrooms != nil
        knownExpiry = hit.expiresAt ?? 0
        expires = hit.expiresAt != nil
        type = hit.type
    }

    var bedrooms: Int? { knowsBedrooms ? knownBedrooms : nil }
    var bathrooms: Double? { knownBathrooms.isNaN ? nil : knownBathrooms }
    var area: Double? { knownArea.isNaN ? nil : knownArea }
    var place: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
    var expiresAt: Int64? { expires ? knownExpiry : nil }

    /// Where it stands.
    var position: NewestPosition { NewestPosition(listedAt: listedAt, id: id) }

    /// The hit, of this market.
    package func hit(in market: String) -> ListingHit {
        ListingHit(
            key: ItemKey(rawValue: key),
            id: id,
            revision: revision,
            type: type,
            price: price,
            bedrooms: bedrooms,
            bathrooms: bathrooms,
            area: area,
            place: place,
            market: market,
            listedAt: listedAt,
            expiresAt: expiresAt
        )
    }

    /// Whether it comes before the other one: as their positions do, which to sort by would have to be made for each comparison.
    func precedes(_ other: ShelvedListing) -> Bool {
        if listedAt != other.listedAt { return listedAt > other.listedAt }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}
