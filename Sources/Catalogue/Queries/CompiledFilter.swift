/// The conditions of a filter, except for its area, translated to the codes of a snapshot. A class, because a struct of
/// so many arrays is expensive to copy.
final class CompiledFilter: Sendable {
    let kinds: [Int]
    let market: UInt32?
    let brand: UInt32?
    let category: UInt32?
    let collection: UInt32?
    let price: ClosedRange<Int64>?
    let currency: UInt32?
    /// By kind.
    let conditions: [[Condition]]

    enum Condition: Sendable {
        case range(column: Int, ClosedRange<Double>)
        case anyOf(column: Int, [UInt32])
    }

    /// `nil` if no item of the snapshot can match.
    /// - Parameter kindNames: The names of the kinds; empty for all.
    init?(_ filter: ItemFilter, kinds kindNames: [String], _ snapshot: CatalogueSnapshot) {
        let (texts, table) = (snapshot.texts, snapshot.kinds)
        market = filter.market.flatMap { texts.code(of: $0) }
        brand = filter.brand.flatMap { texts.code(of: $0) }
        category = filter.category.flatMap { texts.code(of: $0) }
        collection = filter.collection.flatMap { texts.code(of: $0) }
        // Otherwise no item has the text.
        guard (market == nil) == (filter.market == nil), (brand == nil) == (filter.brand == nil),
            (category == nil) == (filter.category == nil), (collection == nil) == (filter.collection == nil)
        else { return nil }

        var conditions = Array(repeating: [] as [Condition], count: table.kinds.count)
        var kinds: [Int] = []
        for code in table.kinds.indices where kindNames.isEmpty || kindNames.contains(table.kinds[code].name) {
            let compiled = filter.attributes.compactMap { name, condition in
                table.column(of: name, kind: code, for: condition).flatMap { Self.compile(condition, $0, texts) }
            }
            // Otherwise no item of the kind can match.
            guard compiled.count == filter.attributes.count else { continue }
            kinds.append(code)
            conditions[code] = compiled
        }
        guard !kinds.isEmpty else { return nil }
        self.kinds = kinds
        self.conditions = conditions

        let low = filter.price.min ?? (PackedItem.noPrice + 1)
        let high = filter.price.max ?? .max
        guard low <= high else { return nil }
        price = filter.price.isBounded ? low...high : nil
        // A currency that no item has does not matter as long as no prices are compared.
        currency = filter.currency.map { texts.code(of: $0) ?? TextDictionary.none }
    }

    static func compile(_ condition: AttributeCondition, _ column: Int, _ texts: TextDictionary) -> Condition? {
        switch condition {
        case .range(let range):
            let (low, high) = (range.min ?? -.infinity, range.max ?? .infinity)
            return low <= high ? .range(column: column, low...high) : nil
        case .anyOf(let values):
            let codes = values.compactMap { texts.code(of: $0) }
            return codes.isEmpty ? nil : .anyOf(column: column, codes)
        case .flag(let flag):
            return .anyOf(column: column, [flag.code])
        }
    }

    func includes(_ partition: Shard.Partition) -> Bool {
        (market == nil || market == partition.market) && kinds.contains(partition.kind)
    }

    /// The shortest list that contains all rows that match; `nil` if the partitions have to be scanned.
    func postingList(in shard: Shard) -> (lists: PostingLists, code: UInt32)? {
        if let collection { return (shard.indexes.itemsOfCollection, collection) }
        if let brand { return (shard.indexes.itemsOfBrand, brand) }
        return category.map { (shard.indexes.itemsOfCategory, $0) }
    }
}
