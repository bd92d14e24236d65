extension CatalogueSnapshot {
    /// Returns the first available items of a query, in its order.
    /// - Parameter prepared: Of queries with this filter.
    public func find(
        _ query: borrowing ItemQuery,
        _ prepared: PreparedFilter? = nil,
        at now: Instant,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [FoundItem] {
        if let listedAfter = query.listedAfter, newestListing <= listedAfter { return [] }
        guard limit > 0, let compiled = CompiledQuery(query, self, at: now, filter: prepared) else { return [] }
        var best = TopRows(self, limit: limit, after: query.after, without: excluded)
        for index in parts.indices { ShardScan(part: parts[index], index: index, query: compiled).run(&best) }
        return best.found
    }

    /// Returns the given rows whose items are available and meet the query's conditions, in the order given.
    public func rows(
        _ rows: some Sequence<ItemRow>,
        matching query: ItemQuery,
        at now: Instant,
        limit: Int = .max,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [ItemRow] {
        guard let compiled = CompiledQuery(query, self, at: now) else { return [] }
        let matcher = RowMatcher(compiled, self)
        var found: [ItemRow] = []
        for row in rows where matcher.matches(row) {
            if found.count >= limit { break }
            if !excluded.contains(row, in: self) { found.append(row) }
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

    public func position(of item: FoundItem) -> SortPosition {
        SortPosition(primary: item.key.primary, listedAt: item.key.listedAt, id: id(of: item.row))
    }
}
