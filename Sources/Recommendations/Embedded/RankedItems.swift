import Catalogue
import Synchronization

/// Items of one snapshot that are ranked for a user: those that fit the last search, and the others.
public final class RankedItems: Sendable {
    private struct Entry {
        let row: ItemRow
        let score: Float
    }

    /// The conditions of the last search, and the code of the kind that it is for.
    private let conditions: SearchConditions?
    private let searchedKind: Int?
    /// The best first.
    private let fitting: [Entry]
    /// Those that the last search does not find, the best first.
    private let similar: [Entry]
    /// The fits of similar items that were returned before: the items of a ranking do not change.
    private let knownFits = Mutex<[(row: ItemRow, fit: SearchFit)]>([])

    init(_ activity: UserActivity, fitting: [Rank], similar: [Rank]) {
        conditions = activity.conditions
        searchedKind = activity.searchedKind
        self.fitting = fitting.map { Entry(row: $0.row, score: $0.score) }
        self.similar = similar.map { Entry(row: $0.row, score: $0.score) }
    }

    /// How many items there are.
    package var count: Int { fitting.count + similar.count }

    /// The best of the items that are on offer: first those that fit the last search, then the others, see
    /// ``RecommendationMix``.
    /// - Parameters:
    ///   - count: How many at most.
    ///   - snapshot: The one that the items are of, or one with the same ``CatalogueSnapshot/contentID``.
    ///   - now: Unix seconds (UTC).
    ///   - excluded: Items that are left out.
    public func best(
        _ count: Int,
        in snapshot: CatalogueSnapshot,
        at now: Int64,
        without excluded: ExcludedItems = ExcludedItems()
    ) -> [RecommendedItem] {
        let count = min(count, self.count)
        guard count > 0 else { return [] }
        func shown(_ entries: [Entry]) -> [Entry] {
            var shown: [Entry] = []
            shown.reserveCapacity(min(count, entries.count))
            for entry in entries {
                if shown.count == count { break }
                guard snapshot.isAvailable(entry.row, at: now), !excluded.contains(entry.row, in: snapshot) else {
                    continue
                }
                shown.append(entry)
            }
            return shown
        }
        let (fitting, similar) = (shown(fitting), shown(similar))
        let places = RecommendationMix.places(count, fitting: fitting.count, similar: similar.count)
        var items: [RecommendedItem] = []
        items.reserveCapacity(places.fitting + places.similar)
        for entry in fitting.prefix(places.fitting) {
            let isSearched = searchedKind == snapshot.kindCode(of: entry.row)
            items.append(
                RecommendedItem(row: entry.row, score: Double(entry.score), fit: isSearched ? SearchFit() : nil)
            )
        }
        for entry in similar.prefix(places.similar) {
            let fit = fit(of: entry.row, in: snapshot)
            items.append(RecommendedItem(row: entry.row, score: Double(entry.score), fit: fit))
        }
        return items
    }

    /// How an item fits the last search.
    private func fit(of row: ItemRow, in snapshot: CatalogueSnapshot) -> SearchFit? {
        guard let conditions else { return nil }
        return knownFits.withLock { known in
            if let index = known.firstIndex(where: { $0.row == row }) { return known[index].fit }
            let fit = SearchFit(of: row, in: snapshot, to: conditions)
            known.append((row, fit))
            return fit
        }
    }
}

extension CachedUserRecord {
    private struct RankingKey: Equatable {
        let kinds: [String]
        let filter: ItemFilter
        let place: Coordinate?
    }

    /// The embedded engine's ranking for a ``RecommendationQuery`` about this record, see
    /// ``CatalogueSnapshot/ranking(for:at:without:)``. It is kept beside the record.
    public func ranking(
        of kinds: [String],
        _ filter: ItemFilter,
        around place: Coordinate?,
        in snapshot: CatalogueSnapshot,
        at now: Int64
    ) -> RankedItems {
        value(for: RankingKey(kinds: kinds, filter: filter, place: place), in: snapshot) {
            let query = RecommendationQuery(record: record, place: place, kinds: kinds, filter: filter)
            return snapshot.ranking(for: query, at: now)
        }
    }
}

/// Mixes items that fit the last search with similar ones: the search itself shows the fitting ones already.
enum RecommendationMix {
    /// One in this many places, rounded up, is for similar items.
    static let similarOneIn = 4

    /// The number of places for fitting and for similar items. Places that one group cannot fill go to the other; the
    /// first one goes to a fitting item if there is one.
    static func places(_ count: Int, fitting: Int, similar: Int) -> (fitting: Int, similar: Int) {
        guard count > 0 else { return (0, 0) }
        let kept = min(similar, (count + similarOneIn - 1) / similarOneIn, count - 1)
        let shown = min(fitting, count - kept)
        return (shown, min(similar, count - shown))
    }
}
