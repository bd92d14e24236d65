/// A user's state and what homes look up in it. A class, so that passing it on counts one reference.
public final class CachedUser: Sendable {
    public let record: CachedUserRecord
    public let counts: UserCounts
    private let shownHashes: [UInt64]

    public static let empty = CachedUser(record: .empty, counts: .empty)

    package init(record: CachedUserRecord, counts: UserCounts) {
        self.record = record
        self.counts = counts
        shownHashes = counts.items.map(\.id.hash)
    }

    /// ``CatalogueItem/ID/hash`` of the items that were shown `shown` times or more without being opened, the last time
    /// after `time`.
    public func fatigued(shown: Int, after time: Instant) -> [UInt64] {
        var fatigued: [UInt64] = []
        for index in shownHashes.indices {
            let item = counts.items[index]
            if item.shownSinceOpened >= shown, item.lastShown > time { fatigued.append(shownHashes[index]) }
        }
        return fatigued
    }
}
