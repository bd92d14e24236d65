/// A filter translated to the codes of a snapshot. A class, because a struct of so many arrays is expensive to copy.
final class CompiledFilter: Sendable {
    /// The codes of kinds that may match.
    let kinds: [Int]
    let market: UInt32?
    let brand: UInt32?
    let category: UInt32?
    let collection: UInt32?
    let area: AreaMatcher?
    private let price: ClosedRange<Int64>?
    /// The currency of a price condition or sort; 0 for any.
    let currency: UInt32
    /// The sorted attribute's column, by kind; `nil` if the kind does not have it.
    let sortColumns: [Int?]
    /// The conditions on attributes, by kind.
    let conditions: [[Condition]]

    enum Condition: Sendable {
        case range(column: Int, ClosedRange<Double>)
        case anyOf(column: Int, [UInt32])
        case flag(column: Int, UInt8)
    }

    /// `nil` if no item of the snapshot can match.
    init?(_ query: ItemQuery, _ snapshot: CatalogueSnapshot) {
        let (filter, texts, table) = (query.filter, snapshot.texts, snapshot.kinds)
        func code(_ text: String?) -> UInt32?? {
            guard let text else { return .some(nil) }
            return texts.code(of: text).map { .some($0) }
        }
        guard let market = code(filter.market), let brand = code(filter.brand), let category = code(filter.category),
            let collection = code(filter.collection)
        else { return nil }
        self.market = market
        self.brand = brand
        self.category = category
        self.collection = collection
        area = filter.place.map { AreaMatcher($0) }

        var conditions: [[Condition]] = []
        var kinds: [Int] = []
        for code in table.kinds.indices {
            let isWanted = query.kinds.isEmpty || query.kinds.contains(table.kinds[code].name)
            var ofKind: [Condition]? = isWanted ? [] : nil
            for (name, condition) in filter.attributes {
                guard ofKind != nil else { break }
                let column = table.sortedAttributes(of: code).firstIndex { $0.name == name }
                if let column, let compiled = Self.compile(condition, column, texts) {
                    ofKind?.append(compiled)
                } else {
                    ofKind = nil
                }
            }
            if ofKind != nil { kinds.append(code) }
            conditions.append(ofKind ?? [])
        }
        guard !kinds.isEmpty else { return nil }
        if case .attribute(let name, _) = query.sort {
            sortColumns = table.kinds.indices.map { kind in
                table.sortedAttributes(of: kind).firstIndex { $0.name == name }
            }
        } else {
            sortColumns = []
        }
        self.kinds = kinds
        self.conditions = conditions

        let low = filter.price.min ?? (PackedItem.noPrice + 1)
        let high = filter.price.max ?? .max
        guard low <= high else { return nil }
        price = filter.price.isBounded ? low...high : nil
        var sortsByPrice = false
        if case .price = query.sort { sortsByPrice = true }
        if price == nil, !sortsByPrice {
            currency = TextDictionary.none
        } else {
            let currency =
                switch filter.currency {
                case let name?: texts.code(of: name)
                case nil: snapshot.currencies.mostFrequent(kinds: kinds, market: market, texts)
                }
            guard let currency else { return nil }
            self.currency = currency
        }
    }

    private static func compile(_ condition: AttributeCondition, _ column: Int, _ texts: TextDictionary) -> Condition? {
        switch condition {
        case .range(let range):
            let (low, high) = (range.min ?? -.infinity, range.max ?? .infinity)
            return low <= high ? .range(column: column, low...high) : nil
        case .anyOf(let values):
            let codes = values.compactMap { texts.code(of: $0) }
            return codes.isEmpty ? nil : .anyOf(column: column, codes)
        case .flag(let flag):
            return .flag(column: column, flag ? 2 : 1)
        }
    }

    /// Whether a row of this kind and of the filter's market is available and meets the other conditions.
    /// - Parameter conditions: The conditions on attributes to check.
    func matches(_ segment: Segment, _ row: Int, kind: Int, _ conditions: [Condition], at now: Int64) -> Bool {
        guard segment.columns.statuses[row] == ItemStatus.active.code, now < segment.columns.expiresAt[row] else {
            return false
        }
        if currency != TextDictionary.none {
            guard segment.columns.currencies[row] == currency else { return false }
            if let price, !price.contains(segment.columns.prices[row]) { return false }
        }
        if let brand, segment.columns.identities[row].brand != brand { return false }
        if let category, segment.columns.categories[row] != category { return false }
        for condition in conditions where !Self.meets(condition, segment.kinds[kind], row) { return false }
        if let area {
            return area.contains(latitude: segment.columns.latitudes[row], longitude: segment.columns.longitudes[row])
        }
        return true
    }

    private static func meets(_ condition: Condition, _ kind: KindColumns, _ row: Int) -> Bool {
        let index = row - kind.rows.lowerBound
        switch condition {
        case .range(let column, let range):
            guard case .numbers(let numbers) = kind.columns[column] else { return false }
            return range.contains(numbers[index])
        case .anyOf(let column, let codes):
            guard case .texts(let texts) = kind.columns[column] else { return false }
            return codes.contains(texts[index])
        case .flag(let column, let flag):
            guard case .flags(let flags) = kind.columns[column] else { return false }
            return flags[index] == flag
        }
    }

    // MARK: Quantized codes

    /// The maximum number of texts of a condition that becomes ranges of codes.
    private static let maximumAlternatives = 8

    /// Returns the codes of rows that may match, and the conditions on attributes that remain to be checked.
    func ranges(
        of codes: QuantizedColumns,
        kind: Int
    ) -> (ranges: [QuantizedColumns.Range], unchecked: [Condition]) {
        var ranges: [QuantizedColumns.Range] = []
        var unchecked: [Condition] = []
        func add(_ range: QuantizedColumns.Range?) {
            if let range { ranges.append(range) }
        }
        if let price { add(codes.range(QuantizedColumns.price, Double(price.lowerBound), Double(price.upperBound))) }
        if let area {
            add(codes.range(QuantizedColumns.latitude, area.latitudes.lowerBound, area.latitudes.upperBound))
            if let range = area.longitudes {
                add(codes.range(QuantizedColumns.longitude, range.lowerBound, range.upperBound))
            }
        }
        for condition in conditions[kind] {
            switch condition {
            case .range(let column, let range):
                let column = QuantizedColumns.attributes + column
                add(codes.range(column, range.lowerBound, range.upperBound))
                if !codes.isExact(column) { unchecked.append(condition) }
            case .anyOf(let column, let texts) where texts.count <= Self.maximumAlternatives:
                let column = QuantizedColumns.attributes + column
                for text in texts { add(codes.range(column, text: text)) }
                if !codes.isExact(column) { unchecked.append(condition) }
            case .flag(let column, let flag):
                add(codes.range(QuantizedColumns.attributes + column, flag: flag))
            case .anyOf:
                unchecked.append(condition)
            }
        }
        return (ranges, unchecked)
    }
}
