extension CatalogueSnapshot {
    /// Returns the first available items of a query, in its order.
    /// - Parameters:
    ///   - now: Unix seconds (UTC).
    ///   - limit: The maximum number of items.
    public func find(
        _ query: ItemQuery,
        at now: Int64,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [FoundItem] {
        guard limit > 0, query.listedAfter.map(hasItems(listedAfter:)) ?? true,
            let compiled = CompiledQuery(query, self, at: now)
        else { return [] }
        var best = TopRows(self, limit: limit, after: query.after, without: excluded, excludedRows(of: query, at: now))
        scan(compiled, &best)
        return best.found
    }

    /// Whether any item was listed after an instant in Unix seconds (UTC), available or not.
    private func hasItems(listedAfter instant: Int64) -> Bool {
        parts.contains { part in
            // The rows of a partition begin with those listed last.
            part.segment.partitions.contains {
                $0.rows.first.map { part.segment.columns.listedAt[$0] > instant } ?? false
            }
        }
    }

    func excludedRows(of query: ItemQuery, at now: Int64) -> RowMatcher? {
        excludedQuery(of: query, at: now).map { RowMatcher($0) }
    }

    /// The query of the rows that ``ItemQuery/excluding`` leaves out; `nil` if there are none.
    func excludedQuery(of query: ItemQuery, at now: Int64) -> CompiledQuery? {
        query.excluding.flatMap { CompiledQuery(ItemQuery(kinds: query.kinds, filter: $0), self, at: now) }
    }

    /// Returns the first available items of a query, in its order.
    /// - Parameters:
    ///   - filter: The query's filter, except for its area.
    ///   - position: Only items after this position; `nil` for the first ones.
    ///   - now: Unix seconds (UTC).
    ///   - limit: The maximum number of items.
    public func find(
        _ filter: PreparedFilter,
        in area: Area?,
        by sort: ItemSort,
        after position: SortPosition? = nil,
        at now: Int64,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [FoundItem] {
        guard limit > 0, let filter = filter.compiled(for: self),
            let compiled = CompiledQuery(filter, in: area, by: sort, self, at: now)
        else { return [] }
        var best = TopRows(self, limit: limit, after: position, without: excluded)
        scan(compiled, &best)
        return best.found
    }

    private func scan(_ query: CompiledQuery, _ best: inout TopRows) {
        for index in parts.indices { SegmentScan(of: parts[index], index, query).run(&best) }
    }

    /// Returns the rows of the given items that are available and meet the query's conditions, in the order given.
    public func rows(
        of ids: [CatalogueItem.ID],
        matching query: ItemQuery,
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [ItemRow] {
        rows(ids.compactMap { row(of: $0) }, matching: query, at: now, without: excluded)
    }

    /// Returns the given rows whose items are available and meet the query's conditions, in the order given.
    /// - Parameter limit: The most rows.
    public func rows(
        _ rows: [ItemRow],
        matching query: ItemQuery,
        at now: Int64,
        limit: Int = .max,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [ItemRow] {
        guard let compiled = CompiledQuery(query, self, at: now) else { return [] }
        var matcher = RowMatcher(compiled)
        var unwanted = excludedRows(of: query, at: now)
        var found: [ItemRow] = []
        for row in rows where matcher.matches(row, in: self) && unwanted?.matches(row, in: self) != true {
            if found.count >= limit { break }
            if excluded.isEmpty || !excluded.contains(row, in: self) { found.append(row) }
        }
        return found
    }

    /// The currency in which the query compares prices, an ISO 4217 code; `nil` if it compares none or no item can
    /// match.
    public func currency(of query: ItemQuery) -> String? {
        guard let code = CompiledQuery(query, self, at: 0)?.currency, code != TextDictionary.none else { return nil }
        return texts[code]
    }

    public func newest(_ row: ItemRow) -> FoundItem {
        FoundItem(row: row, key: .newest(listedAt(row)))
    }

    /// The position of an item in the order of its query.
    public func position(of item: FoundItem) -> SortPosition {
        SortPosition(primary: item.key.primary, listedAt: item.key.listedAt, id: id(of: item.row))
    }
}

/// Tests single rows, fast for consecutive rows of one partition.
struct RowMatcher {
    private let query: CompiledQuery
    /// The segment and rows of the last row's partition.
    private var segment = -1
    private var rows = 0..<0
    private var isWanted = false
    private var kind = 0
    private var codes: QuantizedColumns?
    private var ranges: [QuantizedColumns.Range] = []
    private var unchecked: [CompiledFilter.Condition] = []

    init(_ query: CompiledQuery) { self.query = query }

    mutating func matches(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        if row.segment != segment || !rows.contains(row.row) { enter(row, snapshot.parts[row.segment].segment) }
        guard isWanted else { return false }
        if let codes, !codes.contains(row.row - rows.lowerBound, ranges) { return false }
        guard query.matches(snapshot.parts[row.segment].segment, row.row, kind: kind, unchecked) else { return false }
        guard let collection = query.filter.collection else { return true }
        return snapshot.item(row)?.collections.contains(snapshot.texts[collection]) == true
    }

    private mutating func enter(_ row: ItemRow, _ segment: Segment) {
        self.segment = row.segment
        let partition = segment.partition(of: row.row)
        rows = partition.rows
        kind = partition.kind
        isWanted = query.filter.includes(partition)
        codes = partition.codes
        (ranges, unchecked) = codes.map { query.ranges(of: $0, kind: kind) } ?? ([], query.filter.conditions[kind])
    }
}
