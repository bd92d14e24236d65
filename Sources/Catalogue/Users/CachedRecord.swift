import Synchronization

/// A user's record in memory, with the values that are derived from it.
public final class CachedRecord: Sendable {
    /// The record.
    public let record: UserRecord
    /// ``CatalogueItem/ID/hash`` of the items that the user has opened.
    public let openedHashes: Set<UInt64>
    private let rankings = Mutex<[Ranking]>([])

    /// The record of a user who has done nothing yet.
    public static var unknown: CachedRecord { CachedRecord(.unknown) }

    /// How many rankings are kept of one user.
    private static let rankingLimit = 4

    /// The inputs of a ranking, beside the record.
    public struct RankingKey: Hashable, Sendable {
        /// The names of the kinds; empty for all.
        public var kinds: [String]
        /// Conditions on all items.
        public var filter: ItemFilter
        /// Where the user is.
        public var place: Coordinate?

        /// A key of these values.
        public init(kinds: [String], filter: ItemFilter, place: Coordinate?) {
            self.kinds = kinds
            self.filter = filter
            self.place = place
        }
    }

    private struct Ranking {
        let key: RankingKey
        let contentID: UInt64
        let rows: [ItemRow]
    }

    /// A record with its derived values.
    public init(_ record: UserRecord) {
        self.record = record
        openedHashes = Set(record.opened.lazy.map(\.hash))
    }

    /// The rows that `rank` gives for this record and these inputs. They are kept while the items of the snapshot are the same.
    public func rows(for key: RankingKey, in snapshot: CatalogueSnapshot, rank: () -> [ItemRow]) -> [ItemRow] {
        let id = snapshot.contentID
        let known = rankings.withLock { $0.first { $0.contentID == id && $0.key == key }?.rows }
        if let known { return known }
        let rows = rank()
        rankings.withLock { rankings in
            rankings.removeAll { $0.contentID != id || $0.key == key }
            if rankings.count == Self.rankingLimit { rankings.removeFirst() }
            rankings.append(Ranking(key: key, contentID: id, rows: rows))
        }
        return rows
    }
}
