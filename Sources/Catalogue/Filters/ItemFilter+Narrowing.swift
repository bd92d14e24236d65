extension ItemFilter {
    /// The filter with the conditions of `other` added; `nil` where no item can meet both.
    ///
    /// Where both have an area or a collection, only this one's is kept: what the filter finds has to be checked against
    /// ``areaAndCollection`` of `other`.
    public func narrowed(by other: ItemFilter) -> ItemFilter? {
        var filter = self
        guard filter.market.narrow(to: other.market), filter.brand.narrow(to: other.brand),
            filter.category.narrow(to: other.category), filter.currency.narrow(to: other.currency)
        else { return nil }
        filter.collection = collection ?? other.collection
        filter.place = place ?? other.place
        guard let price = price.intersection(other.price) else { return nil }
        filter.price = price
        for (name, condition) in other.attributes {
            guard let own = filter.attributes[name] else {
                filter.attributes[name] = condition
                continue
            }
            guard let both = own.intersection(condition) else { return nil }
            filter.attributes[name] = both
        }
        return filter
    }

    /// The filter's conditions on the area and the collection alone.
    public var areaAndCollection: ItemFilter { ItemFilter(collection: collection, place: place) }
}

extension Optional where Wrapped: Equatable {
    /// Takes the value of a condition where there is none yet. Returns whether both can hold.
    fileprivate mutating func narrow(to other: Wrapped?) -> Bool {
        guard let other else { return true }
        if self == nil { self = other }
        return self == other
    }
}

extension AttributeCondition {
    /// The condition that both together are; `nil` where no value meets both.
    fileprivate func intersection(_ other: AttributeCondition) -> AttributeCondition? {
        switch (self, other) {
        case (.range(let one), .range(let other)): return one.intersection(other).map { .range($0) }
        case (.anyOf(let one), .anyOf(let other)):
            let both = one.intersection(other)
            return both.isEmpty ? nil : .anyOf(both)
        case (.flag(let one), .flag(let other)): return one == other ? self : nil
        default: return nil
        }
    }
}

extension ClosedInterval {
    /// The values inside both; `nil` where there is none.
    fileprivate func intersection(_ other: Self) -> Self? {
        let low = [min, other.min].compactMap(\.self).max()
        let high = [max, other.max].compactMap(\.self).min()
        if let low, let high, low > high { return nil }
        return Self(min: low, max: high)
    }
}
