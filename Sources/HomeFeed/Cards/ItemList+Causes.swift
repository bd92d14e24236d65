import Catalogue
import Recommendations

extension ItemList {
    /// The cause of a recommendation; `nil` if the opened item or the brand that it names is not in the catalogue.
    /// - Parameter opened: The items that the user opened, the latest first.
    mutating func cause(
        _ reason: RecommendationReason,
        of row: ItemRow,
        _ opened: [CatalogueItem.ID],
        in snapshot: CatalogueSnapshot
    ) -> Cause? {
        switch reason {
        case .openedTogether(let index): subject(opened[Int(index)], in: snapshot).map { .openedTogether(subject: $0) }
        case .likeOpened(let index): subject(opened[Int(index)], in: snapshot).map { .likeOpened(subject: $0) }
        case .newInBrand:
            snapshot.brand(of: row).map { .newInBrand(subject: subject(brand: $0, in: snapshot)) }
        case .popular: .popular
        case .popularNearby: .popularNearby
        case .nearby: .nearby
        case .new: .new
        }
    }

    private mutating func subject(_ id: CatalogueItem.ID, in snapshot: CatalogueSnapshot) -> Int? {
        let hash = id.hash
        if let known = subject(hash) { return known }
        guard let row = snapshot.row(of: id), let item = PackedItemView(snapshot.packed(row)) else { return nil }
        return addSubject(hash, id: id.description, name: item.text(.title))
    }

    private mutating func subject(brand: Int, in snapshot: CatalogueSnapshot) -> Int {
        let hash = snapshot.identity(ofBrand: brand).idHash
        return subject(hash) ?? addSubject(hash, name: snapshot.brands[brand].name.utf8Span.span)
    }
}
