/// A query translated to the codes of a snapshot. A class, because the scan of each shard holds it.
package final class CompiledQuery: Sendable {
    let filter: CompiledFilter
    let area: AreaMatcher?
    /// Only rows listed after this and until now; `nil` for all.
    let listedAfter: Int64?
    let sort: ItemSort
    let origin: Origin?
    /// The currency of a price condition or sort; 0 for any.
    let currency: UInt32
    /// The sorted attribute's column, by kind; `nil` if the kind does not have it.
    let sortColumns: [Int?]
    let now: Int64

    struct Origin: Sendable {
        let point: SIMD3<Double>
        let distances: DistanceCalculator
        /// The distance in metres beyond which no place is in the query's area.
        let farthest: Double
        /// Whether all places within that distance are.
        let isCenter: Bool

        init(_ place: Coordinate, in area: Area?) {
            point = place.unitVector
            distances = DistanceCalculator(from: place)
            let distance = area.map { $0.center == place ? 0 : $0.center.distance(to: place) } ?? 0
            isCenter = distance == 0
            farthest = (area?.radius ?? .infinity) + distance
        }
    }

    /// `nil` if no item of the snapshot can match.
    init?(
        _ filter: CompiledFilter,
        in area: Area?,
        listedAfter: Int64? = nil,
        by sort: ItemSort,
        _ snapshot: CatalogueSnapshot,
        at now: Int64
    ) {
        self.filter = filter
        self.listedAfter = listedAfter
        self.area = area.map { AreaMatcher($0) }
        self.sort = sort
        self.now = now
        if case .distance(let place) = sort { origin = Origin(place, in: area) } else { origin = nil }
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

    package convenience init?(_ query: ItemQuery, _ snapshot: CatalogueSnapshot, at now: Int64) {
        guard let filter = CompiledFilter(query.filter, kinds: query.kinds, snapshot) else { return nil }
        self.init(filter, in: query.filter.place, listedAfter: query.listedAfter, by: query.sort, snapshot, at: now)
    }

    /// Whether a row of this kind and of the filter's market is available and meets the other conditions.
    func matches(_ shard: Shard, _ row: Int, kind: Int, _ conditions: [CompiledFilter.Condition]) -> Bool {
        guard shard.columns.isAvailable(row, at: now), matchesAnywhere(shard, row, kind: kind, conditions)
        else { return false }
        guard let area else { return true }
        return area.contains(latitude: shard.columns.latitudes[row], longitude: shard.columns.longitudes[row])
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
        return conditions.allSatisfy { CompiledFilter.meets($0, shard.kinds[kind], row) }
    }

    // MARK: Quantized codes

    /// The maximum number of texts of a condition that becomes ranges of codes.
    private static let maximumAlternatives = 8

    /// Returns the codes of rows that may match, and the conditions on attributes that remain to be checked.
    func ranges(
        of codes: QuantizedColumns,
        kind: Int
    ) -> (ranges: [QuantizedColumns.Range], unchecked: [CompiledFilter.Condition]) {
        var ranges: [QuantizedColumns.Range] = []
        var unchecked: [CompiledFilter.Condition] = []
        func add(_ range: QuantizedColumns.Range?) {
            if let range { ranges.append(range) }
        }
        if let price = filter.price {
            add(codes.range(QuantizedColumns.price, Double(price.lowerBound), Double(price.upperBound)))
        }
        if let area {
            add(codes.range(QuantizedColumns.latitude, area.latitudes.lowerBound, area.latitudes.upperBound))
            if let range = area.longitudes {
                add(codes.range(QuantizedColumns.longitude, range.lowerBound, range.upperBound))
            }
        }
        if let brand = filter.brand { add(codes.range(QuantizedColumns.brand, text: brand)) }
        if let category = filter.category { add(codes.range(QuantizedColumns.category, text: category)) }
        for condition in filter.conditions[kind] {
            switch condition {
            case .range(let column, let range):
                let column = QuantizedColumns.attributes + column
                add(codes.range(column, range.lowerBound, range.upperBound))
                if !codes.isExact(column) { unchecked.append(condition) }
            case .anyOf(let column, let texts) where texts.count <= Self.maximumAlternatives:
                let column = QuantizedColumns.attributes + column
                for text in texts { add(codes.range(column, text: text)) }
                if !codes.isExact(column) { unchecked.append(condition) }
            case .anyOf:
                unchecked.append(condition)
            }
        }
        return (ranges, unchecked)
    }
}
