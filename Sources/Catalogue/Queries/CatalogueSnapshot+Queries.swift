extension CatalogueSnapshot {
    /// Returns the first available items of a query, in its order.
    public func find(
        _ query: ItemQuery,
        at now: Instant,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [FoundItem] {
        if let listedAfter = query.listedAfter, newestListing <= listedAfter { return [] }
        return find(CompiledQuery(query, self, at: now), limit, after: query.after, without: excluded)
    }

    /// Returns the first available items of a query, in its order.
    /// - Parameter filter: The query's filter, except for its area.
    public func find(
        _ filter: PreparedFilter,
        in area: Area?,
        by sort: ItemSort,
        after position: SortPosition? = nil,
        at now: Instant,
        limit: Int,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [FoundItem] {
        let query = filter.compiled(for: self).flatMap { CompiledQuery($0, in: area, by: sort, self, at: now) }
        return find(query, limit, after: position, without: excluded)
    }

    private func find(
        _ query: CompiledQuery?,
        _ limit: Int,
        after position: SortPosition?,
        without excluded: ExcludedItems
    ) -> [FoundItem] {
        guard limit > 0, let query else { return [] }
        var best = TopRows(self, limit: limit, after: position, without: excluded)
        for index in parts.indices { ShardScan(part: parts[index], index: index, query: query).run(&best) }
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
