import Catalogue

/// Searches for similar items beyond the conditions of a search.
extension ItemFilter {
    /// How far a price range is widened, in tenths of its end.
    static let priceStretch: Int64 = 3
    /// How far a range of bedrooms is widened.
    static let bedroomsStretch = 1.0
    /// How far a range of living areas is widened, as a share of its end.
    static let areaStretch = 0.25
    /// The factor by which a radius is widened.
    static let radiusStretch = 2.0
    /// The radius around an item in which similar ones are searched, in metres.
    static let neighbourhoodRadius = 1_500.0

    /// The filter with its conditions on price, bedrooms, living area and place widened, all at once.
    var withWiderRanges: ItemFilter {
        var filter = self
        filter.price = price.widened
        filter.setRange(
            ofAttribute: ListingAttribute.bedrooms,
            range(ofAttribute: ListingAttribute.bedrooms).widened(
                below: { max(min($0, 0), $0 - Self.bedroomsStretch) },
                above: { $0 + Self.bedroomsStretch }
            )
        )
        filter.setRange(
            ofAttribute: ListingAttribute.area,
            range(ofAttribute: ListingAttribute.area).widened(
                below: { $0 - max(0, $0) * Self.areaStretch },
                above: { $0 + max(0, $0) * Self.areaStretch }
            )
        )
        filter.place = place.map { Area(center: $0.center, radius: $0.radius * Self.radiusStretch) }
        return filter
    }

    /// The filter with all of its conditions widened by which likeness goes (see ``Preference``): of any type, brand
    /// and category, and with wider ranges.
    var widened: ItemFilter {
        var filter = withWiderRanges
        if case .anyOf = filter.attributes[ListingAttribute.type] { filter.attributes[ListingAttribute.type] = nil }
        filter.brand = nil
        filter.category = nil
        return filter
    }

    /// Filters for what may be like `item`: what is around it; where its place is not known, what is of its type,
    /// category or brand at such a price. At most 3, each in `market` where one is given.
    static func like(_ item: ItemFeatures, market: String?) -> [ItemFilter] {
        if let place = item.place {
            return [ItemFilter(market: market, place: Area(center: place, radius: neighbourhoodRadius))]
        }
        let base = ItemFilter(market: market).atSuchPrice(as: item)
        var filters: [ItemFilter] = []
        if let type = item.type {
            var filter = base
            filter.attributes[ListingAttribute.type] = .anyOf([type])
            filters.append(filter)
        }
        if let category = item.category {
            var filter = base
            filter.category = category
            filters.append(filter)
        }
        if let brand = item.brand {
            var filter = base
            filter.brand = brand
            filters.append(filter)
        }
        return filters.isEmpty && item.price != nil ? [base] : filters
    }

    /// The filter with the condition to cost about as much as `item`; the same where its price is not known.
    func atSuchPrice(as item: ItemFeatures) -> ItemFilter {
        var filter = self
        filter.price = ClosedInterval(min: item.price, max: item.price).widened
        filter.currency = item.currency
        return filter
    }

    private func range(ofAttribute name: String) -> ClosedInterval<Double> {
        if case .range(let range) = attributes[name] { range } else { .all }
    }

    private mutating func setRange(ofAttribute name: String, _ range: ClosedInterval<Double>) {
        if range.isBounded { attributes[name] = .range(range) }
    }
}

extension ClosedInterval<Int64> {
    /// The range of a price with each of its ends moved.
    fileprivate var widened: Self {
        widened(
            below: { $0.saturatingSubtracting(Swift.max(0, $0) / 10 * ItemFilter.priceStretch) },
            above: { $0.saturatingAdding(Swift.max(0, $0) / 10 * ItemFilter.priceStretch) }
        )
    }
}

extension ClosedInterval {
    /// The range with each of its ends moved.
    fileprivate func widened(below: (Bound) -> Bound, above: (Bound) -> Bound) -> Self {
        Self(min: min.map(below), max: max.map(above))
    }
}

/// Bounds come from requests, so arithmetic must not trap.
extension FixedWidthInteger {
    /// The sum, or the nearest representable value.
    func saturatingAdding(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the nearest representable value.
    func saturatingSubtracting(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
