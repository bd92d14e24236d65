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
        guard limit > 0, let filter = CompiledFilter(query, self) else { return [] }
        var best = TopRows(self, limit: limit, after: query.after, without: excluded, excludedRows(of: query, at: now))
        for index in parts.indices {
            SegmentScan(of: parts[index], index, filter, query.sort, at: now).run(query, &best)
        }
        return best.found
    }

    /// Matches the rows that ``ItemQuery/excluding`` leaves out; `nil` if there are none.
    private func excludedRows(of query: ItemQuery, at now: Int64) -> RowMatcher? {
        guard let filter = query.excluding else { return nil }
        return CompiledFilter(ItemQuery(kinds: query.kinds, filter: filter), self).map { RowMatcher($0, now) }
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
    public func rows(
        _ rows: [ItemRow],
        matching query: ItemQuery,
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [ItemRow] {
        guard let filter = CompiledFilter(query, self) else { return [] }
        var matcher = RowMatcher(filter, now)
        var unwanted = excludedRows(of: query, at: now)
        return rows.filter { row in
            guard matcher.matches(row, in: self), unwanted?.matches(row, in: self) != true else { return false }
            return excluded.isEmpty || !excluded.contains(row, in: self)
        }
    }

    /// The currency in which the query compares prices, an ISO 4217 code; `nil` if it compares none or no item can
    /// match.
    public func currency(of query: ItemQuery) -> String? {
        guard let code = CompiledFilter(query, self)?.currency, code != TextDictionary.none else { return nil }
        return texts[code]
    }

    /// The item in a row as a result of a query for the newest.
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
    private let filter: CompiledFilter
    private let now: Int64
    /// The segment and rows of the last row's partition.
    private var segment = -1
    private var rows = 0..<0
    private var isWanted = false
    private var kind = 0
    private var codes: QuantizedColumns?
    private var ranges: [QuantizedColumns.Range] = []
    private var unchecked: [CompiledFilter.Condition] = []

    init(_ filter: CompiledFilter, _ now: Int64) {
        self.filter = filter
        self.now = now
    }

    mutating func matches(_ row: ItemRow, in snapshot: CatalogueSnapshot) -> Bool {
        if row.segment != segment || !rows.contains(row.row) { enter(row, snapshot.parts[row.segment].segment) }
        guard isWanted else { return false }
        if let codes, !codes.contains(row.row - rows.lowerBound, ranges) { return false }
        guard filter.matches(snapshot.parts[row.segment].segment, row.row, kind: kind, unchecked, at: now) else {
            return false
        }
        guard let collection = filter.collection else { return true }
        return snapshot.item(row)?.collections.contains(snapshot.texts[collection]) == true
    }

    private mutating func enter(_ row: ItemRow, _ segment: Segment) {
        self.segment = row.segment
        let partition = segment.partition(of: row.row)
        rows = partition.rows
        kind = partition.kind
        isWanted =
            filter.kinds.contains(kind) && (filter.market == nil || filter.market == partition.market)
        codes = partition.codes
        (ranges, unchecked) = codes.map { filter.ranges(of: $0, kind: kind) } ?? ([], filter.conditions[kind])
    }
}
