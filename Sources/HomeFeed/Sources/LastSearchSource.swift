import Catalogue

/// The newest items that match the user's last search. Items that the user has not opened are marked as new.
struct LastSearchSource: Source {
    let canFail = true

    /// The number of items among which new ones are counted. If there are more, the badge says so.
    static let countedItems = 100

    func heading(_ context: FeedContext) -> Heading {
        guard let search = context.record.lastSearch else { return Heading() }
        return Heading(
            market: search.filter.market.map { context.marketNames[$0] ?? $0 },
            href: context.cached.value(in: context.snapshot) { search.href }
        )
    }

    func mayScan(_ context: FeedContext) -> Bool {
        context.cached.searchRevision != nil && !context.cached.hasDerivedValues(in: context.snapshot)
    }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        if context.cached.searchRevision == nil { return false }
        let start = candidates.items.count
        if page.after != nil {
            findAll(page, context, into: &candidates)
            return true
        }
        // The badge also counts items that other widgets show.
        let limit = max(page.limit, Self.countedItems + 1)
        let (snapshot, newest) = (context.snapshot, self.newest(limit, context))
        for row in newest.rows {
            if candidates.items.count - start == page.limit { break }
            if !candidates.excluded.contains(row, in: snapshot) {
                candidates.append(snapshot.newest(row), mark(of: row, context))
            }
        }
        if candidates.items.count - start < page.limit, newest.rows.count == limit {
            candidates.items.removeSubrange(start...)
            findAll(page, context, into: &candidates)
        }
        let count = newest.unopenedCount
        if count > 0 {
            candidates.badge = NewCount(count: count, isAtLeast: newest.rows.count > Self.countedItems)
        }
        return true
    }

    private struct Newest {
        let rows: [ItemRow]
        /// How many of the first ones the user has not opened.
        let unopenedCount: Int
        /// The times at which the rows are the result.
        let validity: Range<Instant>
    }

    /// The newest items of the search. Cached until the items change, one begins, or a result expires.
    private func newest(_ limit: Int, _ context: FeedContext) -> Newest {
        let (snapshot, now) = (context.snapshot, context.now)
        func find() -> Newest {
            let found = context.record.lastSearch.map { snapshot.find($0.newest(), at: now, limit: limit) } ?? []
            let rows = found.map(\.row)
            let end = rows.reduce(snapshot.nextStart(after: now)) { end, row in
                let listedAt = snapshot.listedAt(row)
                return min(end, snapshot.expiresAt(row), listedAt > now ? listedAt : .distantFuture)
            }
            let unopenedCount = rows.prefix(Self.countedItems).count { mark(of: $0, context).flags.contains(.isNew) }
            return Newest(rows: rows, unopenedCount: unopenedCount, validity: now..<max(now, end))
        }
        // The record has one last search, so that the key need not contain it.
        let known = context.cached.value(for: limit, in: snapshot, find)
        return known.validity.contains(now) ? known : find()
    }

    /// Queries the catalogue for any page, unlike the cached first one.
    private func findAll(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) {
        guard let query = context.record.lastSearch?.newest(after: page.after) else { return }
        let (now, excluded) = (context.now, candidates.excluded)
        for item in context.snapshot.find(query, at: now, limit: page.limit, without: excluded) {
            candidates.append(item, mark(of: item.row, context))
        }
    }

    private func mark(of row: ItemRow, _ context: FeedContext) -> Mark {
        Mark(isNew: context.snapshot.listedAt(row) <= context.now && !context.hasOpened(row))
    }
}
