import Catalogue
import Synchronization

/// Items of one snapshot that are ranked for a user: those that fit the last search, and the others.
public final class RankedItems: Sendable {
    private struct Entry {
        let row: ItemRow
        let idHash: UInt64
        let lastingHash: UInt32
        /// The code of the item's group; 0 for none.
        let group: UInt32
        let reason: Reason?

        init(_ row: ItemRow, _ reason: Reason?, _ perGroup: GroupLimit?, in snapshot: CatalogueSnapshot) {
            (self.row, self.reason) = (row, reason)
            (idHash, lastingHash) = (snapshot.idHash(of: row), snapshot.lastingHash(of: row))
            group = perGroup.map { snapshot.code(of: $0.group, row) } ?? 0
        }
    }

    /// The last search, and the code of the kind that it is for.
    private let search: UserSearch?
    private let searchedKind: Int?
    /// The best first.
    private let fitting: [Entry]
    /// Those that the last search does not find, the best first.
    private let similar: [Entry]
    private let perGroup: GroupLimit?
    /// Those of similar items that were returned before: the items of a ranking do not change.
    private let knownMismatches = Mutex<[(row: ItemRow, mismatch: Reason?)]>([])
    /// One in this many places, rounded up, is for similar items: the search itself shows the fitting ones already.
    private static let similarOneIn = 4

    init(
        _ activity: UserActivity,
        perGroup: GroupLimit?,
        fitting: ArraySlice<(ItemRow, Reason?)>,
        similar: ArraySlice<(ItemRow, Reason?)>,
        in snapshot: CatalogueSnapshot
    ) {
        (search, searchedKind) = (activity.search, activity.searchedKind)
        self.perGroup = perGroup
        self.fitting = fitting.map { Entry($0, $1, perGroup, in: snapshot) }
        self.similar = similar.map { Entry($0, $1, perGroup, in: snapshot) }
    }

    private init(_ other: RankedItems, fitting: [Entry], similar: [Entry]) {
        (search, searchedKind) = (other.search, other.searchedKind)
        (perGroup, self.fitting, self.similar) = (other.perGroup, fitting, similar)
    }

    /// The same items in a later snapshot; `nil` unless all are available there and have changed in nothing but their
    /// prices and their stock, and the last search finds the same of them.
    func moved(to snapshot: CatalogueSnapshot, at now: Instant) -> RankedItems? {
        let query = search.flatMap { CompiledQuery($0.newest(), snapshot, at: now) }
        if search != nil, query == nil { return nil }
        let matcher = query.map { RowMatcher($0, snapshot) }
        func moved(_ entries: [Entry], fit: Bool) -> [Entry]? {
            var moved: [Entry] = []
            moved.reserveCapacity(entries.count)
            for entry in entries {
                guard let row = snapshot.row(idHash: entry.idHash), snapshot.isAvailable(row, at: now),
                    snapshot.lastingHash(of: row) == entry.lastingHash
                else { return nil }
                if snapshot.kindCode(of: row) == searchedKind, matcher?.matches(row) != fit { return nil }
                moved.append(Entry(row, entry.reason, perGroup, in: snapshot))
            }
            return moved
        }
        guard let fitting = moved(fitting, fit: true), let similar = moved(similar, fit: false) else { return nil }
        return RankedItems(self, fitting: fitting, similar: similar)
    }

    var count: Int { fitting.count + similar.count }

    /// The best of the items that are on offer: first those that fit the last search, then the others. Places that one
    /// group cannot fill go to the other; the first one goes to a fitting item if there is one. Items over the limit of
    /// their group come after all others that fit, or do not.
    /// - Parameter snapshot: The one that the items are of, or one with the same ``CatalogueSnapshot/contentID``.
    public func best(
        _ count: Int,
        in snapshot: CatalogueSnapshot,
        at now: Instant,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        let count = min(count, self.count)
        guard count > 0 else { return [] }
        func shown(_ entries: [Entry]) -> [Entry] {
            var (shown, surplus) = ([] as [Entry], [] as [Entry])
            shown.reserveCapacity(min(count, entries.count))
            for entry in entries {
                if shown.count == count { break }
                guard snapshot.isAvailable(entry.row, at: now), !excluded.contains(entry.row, in: snapshot) else {
                    continue
                }
                if let perGroup, entry.group != 0, shown.count(where: { $0.group == entry.group }) >= perGroup.max {
                    surplus.append(entry)
                } else {
                    shown.append(entry)
                }
            }
            return shown + surplus.prefix(count - shown.count)
        }
        let (fitting, similar) = (shown(fitting), shown(similar))
        let kept = min(similar.count, (count + Self.similarOneIn - 1) / Self.similarOneIn, count - 1)
        let fittingCount = min(fitting.count, count - kept)
        var items: [RecommendedItem] = []
        items.reserveCapacity(count)
        for entry in fitting.prefix(fittingCount) {
            let isSearched = searchedKind == snapshot.kindCode(of: entry.row)
            items.append(RecommendedItem(row: entry.row, fits: isSearched, reason: entry.reason))
        }
        for entry in similar.prefix(count - fittingCount) {
            let mismatch = mismatch(of: entry.row, in: snapshot)
            items.append(RecommendedItem(row: entry.row, fits: mismatch == nil, reason: mismatch ?? entry.reason))
        }
        return items
    }

    private func mismatch(of row: ItemRow, in snapshot: CatalogueSnapshot) -> Reason? {
        guard let search else { return nil }
        return knownMismatches.withLock { known in
            if let index = known.firstIndex(where: { $0.row == row }) { return known[index].mismatch }
            let mismatch = snapshot.mismatch(of: row, with: search)
            known.append((row, mismatch))
            return mismatch
        }
    }
}

extension CachedUserRecord {
    private struct RankingKey: Equatable {
        let kinds: [String]
        let filter: ItemFilter
        let place: Coordinate?
        let perGroup: GroupLimit?
        let weights: RecommendationWeights
        /// The hour, since 1970.
        let hour: Int64
        /// The number of items that have begun.
        let started: Int
        /// 0 while no model is published: a server serves while it learns at its start.
        let generation: Int

        init(
            _ query: RecommendationQuery,
            _ weights: RecommendationWeights,
            _ snapshot: CatalogueSnapshot,
            _ interactions: InteractionUpdater?,
            at now: Instant
        ) {
            (kinds, filter, place, perGroup) = (query.kinds, query.filter, query.place, query.perGroup)
            (self.weights, hour, started) = (weights, now.seconds / 3_600, snapshot.startedCount(at: now))
            generation = interactions?.generation ?? 0
        }
    }

    /// The embedded engine's ranking for a query about this record, see ``CatalogueSnapshot/ranking(for:_:_:at:without:)``.
    ///
    /// It is kept beside the record until the user acts, one of its items is not available any more or changes in more
    /// than price and stock, the hour ends or all events were learned (again, without a user who was forgotten): what
    /// other users do meanwhile, and other items, do not change it.
    public func ranking(
        for query: RecommendationQuery,
        _ weights: RecommendationWeights,
        in snapshot: CatalogueSnapshot,
        _ interactions: InteractionUpdater?,
        at now: Instant
    ) -> RankedItems {
        value(for: RankingKey(query, weights, snapshot, interactions, at: now), in: snapshot) {
            $0.moved(to: snapshot, at: now)
        } _: {
            snapshot.ranking(for: query, interactions?.index(of: snapshot), weights, at: now)
        }
    }

    /// Whether a ranking is kept, of the items of this or an earlier snapshot.
    public func hasRanking(
        for query: RecommendationQuery,
        _ weights: RecommendationWeights,
        in snapshot: CatalogueSnapshot,
        _ interactions: InteractionUpdater?,
        at now: Instant
    ) -> Bool {
        knownValue(RankedItems.self, for: RankingKey(query, weights, snapshot, interactions, at: now)) != nil
    }
}
