import Catalogue
import Synchronization

/// Items of one snapshot that are ranked for a user: those that fit the last search, and the others.
public final class RankedItems: Sendable {
    private struct Entry {
        let row: ItemRow
        /// The code of the item's group; 0 for none.
        let group: UInt32
        let reason: RecommendationReason?
    }

    /// The conditions of the last search, and the code of the kind that it is for.
    private let conditions: SearchConditions?
    private let searchedKind: Int?
    /// The best first.
    private let fitting: [Entry]
    /// Those that the last search does not find, the best first.
    private let similar: [Entry]
    private let perGroup: GroupLimit?
    /// The fits of similar items that were returned before: the items of a ranking do not change.
    private let knownFits = Mutex<[(row: ItemRow, fit: SearchFit)]>([])

    /// - Parameter reasons: Finds the reasons of the items; `nil` if a service has ranked them.
    init(
        _ activity: UserActivity,
        perGroup: GroupLimit?,
        fitting: [RankedRow],
        similar: [RankedRow],
        _ reasons: ReasonFinder? = nil,
        in snapshot: CatalogueSnapshot
    ) {
        conditions = activity.conditions
        searchedKind = activity.searchedKind
        self.perGroup = perGroup
        func entries(_ rows: [RankedRow]) -> [Entry] {
            let found = reasons?.reasons(for: rows)
            return rows.indices.map { index in
                Entry(
                    row: rows[index].row,
                    group: perGroup.map { snapshot.code(of: $0.group, rows[index].row) } ?? 0,
                    reason: found?[index]
                )
            }
        }
        (self.fitting, self.similar) = (entries(fitting), entries(similar))
    }

    var count: Int { fitting.count + similar.count }

    /// The best of the items that are on offer: first those that fit the last search, then the others, see
    /// ``RecommendationMix``. Items over the limit of their group come after all others that fit, or do not.
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
        let places = RecommendationMix.places(count, fitting: fitting.count, similar: similar.count)
        var items: [RecommendedItem] = []
        items.reserveCapacity(places.fitting + places.similar)
        for entry in fitting.prefix(places.fitting) {
            let isSearched = searchedKind == snapshot.kindCode(of: entry.row)
            let fit = isSearched ? SearchFit() : nil
            items.append(RecommendedItem(row: entry.row, fit: fit, reason: entry.reason))
        }
        for entry in similar.prefix(places.similar) {
            let fit = fit(of: entry.row, in: snapshot)
            items.append(RecommendedItem(row: entry.row, fit: fit, reason: entry.reason))
        }
        return items
    }

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
        let perGroup: GroupLimit?
        let weights: RecommendationWeights
        /// The hour, since 1970.
        let hour: Int64
        /// The number of items that have begun.
        let started: Int
        /// Whether a model is published: a server serves while it learns at its start.
        let hasLearned: Bool
    }

    /// The embedded engine's ranking for a ``RecommendationQuery`` about this record, see
    /// ``CatalogueSnapshot/ranking(for:_:_:at:without:)``. It is kept beside the record until the user acts, the
    /// catalogue changes, the hour ends or the first model is published: what other users do meanwhile does not change
    /// it.
    public func ranking(
        of kinds: [String],
        _ filter: ItemFilter,
        around place: Coordinate?,
        perGroup: GroupLimit?,
        in snapshot: CatalogueSnapshot,
        _ interactions: InteractionUpdater?,
        _ weights: RecommendationWeights,
        at now: Int64
    ) -> RankedItems {
        let key = RankingKey(
            kinds: kinds,
            filter: filter,
            place: place,
            perGroup: perGroup,
            weights: weights,
            hour: now / 3_600,
            started: snapshot.startedCount(at: now),
            hasLearned: (interactions?.position ?? 0) > 0
        )
        return value(for: key, in: snapshot) {
            let query = RecommendationQuery(
                record: record,
                place: place,
                kinds: kinds,
                filter: filter,
                perGroup: perGroup
            )
            return snapshot.ranking(for: query, interactions?.index(of: snapshot), weights, at: now)
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
