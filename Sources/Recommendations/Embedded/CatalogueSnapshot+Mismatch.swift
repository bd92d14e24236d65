import Catalogue

extension CatalogueSnapshot {
    /// The most important condition of a search that an item does not meet; `nil` exactly where a query with the search's
    /// conditions would find it, except for the market. Recommendations keep to the market of the search.
    ///
    /// The order is price, place, bedrooms, bathrooms, area, all other conditions, and then what the item does not state.
    func mismatch(of row: ItemRow, with search: UserSearch) -> Reason? {
        let filter = search.filter
        let (price, place) = (price(of: row), place(of: row))
        let (bedrooms, wantedBedrooms) = number(.bedrooms, of: row, in: filter)
        let (bathrooms, wantedBathrooms) = number(.bathrooms, of: row, in: filter)
        let (area, wantedArea) = number(.area, of: row, in: filter)
        if let price, filter.price.isBounded {
            if let currency = filter.currency, price.currency != currency { return Reason(.otherType) }
            if let missed = filter.priceRange.end(missedBy: Double(price.amount)) {
                return Reason(missed.isLeast ? .underBudget : .overBudget, percent: missed.distance, of: missed.end)
            }
        }
        if let place, let wanted = filter.place {
            let distance = wanted.center.distance(to: place) - wanted.radius
            if distance > 0 { return Reason(.outsideArea, roundingUp: distance) }
        }
        if let bedrooms, let missed = wantedBedrooms.end(missedBy: bedrooms) {
            return Reason(missed.isLeast ? .fewerBedrooms : .moreBedrooms, roundingUp: missed.distance)
        }
        if let bathrooms, let missed = wantedBathrooms.end(missedBy: bathrooms) {
            let count = min(missed.distance, 1_000_000)
            return Reason(missed.isLeast ? .fewerBathrooms : .moreBathrooms, Int32((count * 1_000).rounded()))
        }
        if let area, let missed = wantedArea.end(missedBy: area) {
            return Reason(missed.isLeast ? .smaller : .larger, percent: missed.distance, of: missed.end)
        }
        if !meetsOthers(search, row) { return Reason(.otherType) }
        if place == nil, filter.place != nil { return Reason(.placeNotStated) }
        if bedrooms == nil, wantedBedrooms.isBounded { return Reason(.bedroomsNotStated) }
        if bathrooms == nil, wantedBathrooms.isBounded { return Reason(.bathroomsNotStated) }
        if area == nil, wantedArea.isBounded { return Reason(.areaNotStated) }
        return price == nil && filter.price.isBounded ? Reason(.otherType) : nil
    }

    private func number(
        _ attribute: ListingAttribute,
        of row: ItemRow,
        in filter: ItemFilter
    ) -> (Double?, wanted: ClosedInterval<Double>) {
        let name = attribute.rawValue
        guard case .range(let wanted) = filter.attributes[name] else { return (nil, .all) }
        return (number(name, of: row), wanted)
    }

    /// Whether an item meets the conditions without a reason of their own.
    private func meetsOthers(_ search: UserSearch, _ row: ItemRow) -> Bool {
        let filter = search.filter
        return search.kind == kind(of: row).name
            && (filter.brand == nil || filter.brand == brand(of: row).map { brands[$0].id })
            && (filter.category == nil || filter.category == category(of: row))
            && filter.collection.map { item(row)?.collections.contains($0) == true } ?? true
            && filter.attributes.allSatisfy { name, condition in
                if case .range = condition, ListingAttribute(rawValue: name) != nil { return true }
                return meets(condition, on: name, row)
            }
    }
}

/// The numbers that have reasons of their own, in whatever kind they are declared.
private enum ListingAttribute: String {
    case bedrooms
    /// A half bath counts 0.5.
    case bathrooms
    /// In square metres.
    case area
}

extension ClosedInterval<Double> {
    fileprivate func end(missedBy value: Double) -> (isLeast: Bool, end: Double, distance: Double)? {
        if let min, value < min { return (true, min, min - value) }
        if let max, value > max { return (false, max, value - max) }
        return nil
    }
}

extension ItemFilter {
    var priceRange: ClosedInterval<Double> {
        ClosedInterval(min: price.min.map { Double($0) }, max: price.max.map { Double($0) })
    }
}
