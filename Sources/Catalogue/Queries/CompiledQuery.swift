/// A query translated to the codes of a snapshot. A class, because the scan of each shard holds it.
package final class CompiledQuery: Sendable {
    let filter: CompiledFilter
    let area: AreaMatcher?
    /// Only rows listed after this and until now; `nil` for all.
    let listedAfter: Instant?
    let sort: ItemSort
    let origin: Origin?
    /// The currency of a price condition or sort; 0 for any.
    let currency: UInt32
    /// The sorted attribute's column, by kind; `nil` if the kind does not have it.
    let sortColumns: [Int?]
    let now: Instant

    struct Origin: Sendable {
        let direction: SIMD4<Float>
        let distances: DistanceCalculator
        /// The distance in metres beyond which no place is in the query's area.
        let farthest: Double
        /// Whether all places within that distance are.
        let isCenter: Bool

        init(_ place: Coordinate, in area: Area?) {
            direction = place.direction
            distances = DistanceCalculator(from: place)
            let distance = area.map { $0.center == place ? 0 : $0.center.distance(to: place) } ?? 0
            isCenter = distance == 0
            farthest = (area?.radius ?? .infinity) + distance
        }
    }

    /// `nil` if no item of the snapshot can match.
    package init?(
        _ query: borrowing ItemQuery,
        _ snapshot: CatalogueSnapshot,
        at now: Instant,
        filter prepared: PreparedFilter? = nil
    ) {
        let filter =
            prepared.map { $0.compiled(query, for: snapshot) }
            ?? CompiledFilter(query.filter, kinds: query.kinds, snapshot)
        guard let filter else { return nil }
        self.filter = filter
        self.now = now
        (listedAfter, sort, area) = (query.listedAfter, query.sort, query.filter.place.map { AreaMatcher($0) })
        if case .distance(let place) = sort { origin = Origin(place, in: query.filter.place) } else { origin = nil }
        if case .attribute(let name, _) = sort {
            sortColumns = snapshot.kinds.kinds.indices.map { snapshot.kinds.column(of: name, kind: $0) }
        } else {
            sortColumns = []
        }
        let sortsByPrice = if case .price = sort { true } else { false }
        if filter.price == nil, !sortsByPrice {
            currency = TextDictionary.none
        } else {
            let currency = filter.currency ?? snapshot.currencies.mostFrequent(of: filter, snapshot.texts)
            guard let currency, currency != TextDictionary.none else { return nil }
            self.currency = currency
        }
    }

    /// Whether a row of this kind and of the filter's market is available and meets the other conditions.
    func matches(_ shard: Shard, _ row: Int, kind: Int, _ conditions: [CompiledFilter.Condition]) -> Bool {
        shard.columns.isAvailable(row, at: now) && matchesAnywhere(shard, row, kind: kind, conditions)
            && area?.contains(shard.columns.place(row)) ?? true
    }

    /// Whether a row of this kind and of the filter's market meets all conditions but those on its place and its
    /// availability.
    func matchesAnywhere(_ shard: Shard, _ row: Int, kind: Int, _ conditions: [CompiledFilter.Condition]) -> Bool {
        if let listedAfter {
            let listedAt = shard.columns.listedAt[row]
            if listedAt <= listedAfter || listedAt > now { return false }
        }
        if currency != TextDictionary.none {
            guard shard.columns.currencies[row] == currency else { return false }
            if let price = filter.price, !price.contains(shard.columns.prices[row]) { return false }
        }
        if let brand = filter.brand, shard.columns.identities[row].brand != brand { return false }
        if let category = filter.category, shard.columns.categories[row] != category { return false }
        return conditions.allSatisfy { shard.values[kind].meets($0, row) }
    }

    /// The maximum number of texts of a condition that becomes ranges of codes.
    private static let maximumAlternatives = 8

    /// The codes of rows that may match; none if all may.
    func ranges(of codes: QuantizedColumns, kind: Int) -> [QuantizedColumns.Range] {
        if codes.isEmpty { return [] }
        var ranges: [QuantizedColumns.Range] = []
        if let price = filter.price {
            let numbers = Double(price.lowerBound)...Double(price.upperBound)
            ranges.append(codes.range(QuantizedColumns.price, numbers))
        }
        if let area {
            ranges.append(codes.range(QuantizedColumns.latitude, area.latitudes))
            if let longitudes = area.longitudes { ranges.append(codes.range(QuantizedColumns.longitude, longitudes)) }
        }
        if let brand = filter.brand { ranges.append(QuantizedColumns.range(QuantizedColumns.brand, text: brand)) }
        if let category = filter.category {
            ranges.append(QuantizedColumns.range(QuantizedColumns.category, text: category))
        }
        for condition in filter.conditions[kind] {
            switch condition {
            case .range(let column, let numbers):
                ranges.append(codes.range(QuantizedColumns.attributes + column, numbers))
            case .anyOf(let column, let texts) where texts.count <= Self.maximumAlternatives:
                let column = QuantizedColumns.attributes + column
                for text in texts { ranges.append(QuantizedColumns.range(column, text: text)) }
            case .anyOf: break
            }
        }
        return ranges
    }
}
