import Catalogue

extension CatalogueSnapshot {
    /// The most important condition of a search that an item does not meet; `nil` exactly where a query with the search's
    /// conditions would find it, except for the market. Recommendations keep to the market of the search.
    ///
    /// The order is price, place, bedrooms, bathrooms, area, all other conditions, and then what the item does not state.
    func mismatch(of row: ItemRow, with search: SearchConditions) -> Mismatch? {
        let (price, place) = (price(of: row), place(of: row))
        let bedrooms = number(ListingAttribute.bedrooms, of: row)
        let bathrooms = number(ListingAttribute.bathrooms, of: row)
        let area = number(ListingAttribute.area, of: row)
        if let price, search.price.isBounded {
            if let currency = search.currency, price.currency != currency { return .other }
            if let missed = search.price.end(missedBy: price.amount) {
                let (amount, end) = (Double(price.amount), Double(missed.end))
                let percent = Mismatch.percent(abs(end - amount), of: end)
                return missed.isLeast ? .underBudget(percent: percent) : .overBudget(percent: percent)
            }
        }
        if let place, let wanted = search.place {
            let distance = wanted.center.distance(to: place) - wanted.radius
            if distance > 0 { return .outsideArea(meters: Mismatch.whole(meters: distance)) }
        }
        if let bedrooms, let missed = search.bedrooms.end(missedBy: bedrooms) {
            let count = Mismatch.whole(count: abs(missed.end - bedrooms))
            return missed.isLeast ? .fewerBedrooms(count) : .moreBedrooms(count)
        }
        if let bathrooms, let missed = search.bathrooms.end(missedBy: bathrooms) {
            let count = abs(missed.end - bathrooms)
            return missed.isLeast ? .fewerBathrooms(count) : .moreBathrooms(count)
        }
        if let area, let missed = search.area.end(missedBy: area) {
            let percent = Mismatch.percent(abs(missed.end - area), of: missed.end)
            return missed.isLeast ? .smaller(percent: percent) : .larger(percent: percent)
        }
        if !meetsOthers(search, row) { return .other }
        if place == nil, search.place != nil { return .notStated(.place) }
        if bedrooms == nil, search.bedrooms.isBounded { return .notStated(.bedrooms) }
        if bathrooms == nil, search.bathrooms.isBounded { return .notStated(.bathrooms) }
        if area == nil, search.area.isBounded { return .notStated(.area) }
        return price == nil && search.price.isBounded ? .other : nil
    }

    /// Whether an item meets the conditions without a mismatch of their own.
    private func meetsOthers(_ search: SearchConditions, _ row: ItemRow) -> Bool {
        search.kind == kind(of: row).name
            && (search.brand == nil || search.brand == brand(of: row).map { brands[$0].id })
            && (search.category == nil || search.category == category(of: row))
            && search.collection.map { item(row)?.collections.contains($0) == true } ?? true
            && search.others.allSatisfy { meets($0.condition, on: $0.name, row) }
    }
}

extension ClosedInterval {
    /// The end of the range that a value is beyond.
    fileprivate func end(missedBy value: Bound) -> (isLeast: Bool, end: Bound)? {
        if let min, value < min { return (true, min) }
        if let max, value > max { return (false, max) }
        return nil
    }
}
