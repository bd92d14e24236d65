import Catalogue
import HomeDocument

/// The inputs of the sources while one home is made. One object, because every stage holds it.
final class FeedContext: Sendable {
    let snapshot: CatalogueSnapshot
    /// Whose home it is; `nil` for an unknown user.
    let user: UserID?
    /// The user's record with its derived values; ``CachedUserRecord/empty`` where it could not be read, and for an unknown user.
    let cached: CachedUserRecord
    /// Why the record could not be read; `nil` where it was, or the user is unknown.
    let unread: UserRecordFailure?
    /// Where the phone is.
    let place: Coordinate?
    /// The moment, in Unix seconds (UTC).
    let now: Int64
    /// The names of the markets by their ids.
    let marketNames: [String: String]
    /// The item that the request is about, for ``SimilarSource``.
    let subject: CatalogueItem.ID?

    init(
        snapshot: CatalogueSnapshot,
        user: UserID? = nil,
        record: Result<CachedUserRecord, UserRecordFailure> = .success(.empty),
        place: Coordinate?,
        now: Int64,
        marketNames: [String: String] = [:],
        subject: CatalogueItem.ID? = nil
    ) {
        self.snapshot = snapshot
        self.user = user
        switch record {
        case .success(let record): (cached, unread) = (record, nil)
        case .failure(let error): (cached, unread) = (.empty, error)
        }
        self.place = place
        self.now = now
        self.marketNames = marketNames
        self.subject = subject
    }

    /// The user's record.
    var record: UserRecord { cached.record }

    /// Whether the user has opened the item.
    func hasOpened(_ row: ItemRow) -> Bool { cached.hasOpened(row, in: snapshot) }

    /// How far around the phone a user who has not searched is taken to look, in metres.
    private static let surroundingsRadius = 50_000.0

    /// The filter with the market and the area of the last search, or else with the phone's surroundings, where it names neither.
    func localized(_ filter: ItemFilter, of kinds: [String]) -> ItemFilter {
        guard filter.market == nil, filter.place == nil else { return filter }
        var filter = filter
        if let search = record.lastSearch {
            if kinds.isEmpty || kinds.contains(search.kind) {
                filter.market = search.filter.market
                filter.place = search.filter.place
            }
        } else if let place {
            filter.place = Area(center: place, radius: Self.surroundingsRadius)
        }
        return filter
    }
}

/// Why the user's record is not known.
enum UserRecordFailure: Error, Sendable {
    /// The store failed.
    case failed(StoreError)
    /// The store did not answer in time.
    case late

    /// The error where it makes no difference that the time was over.
    var storeError: StoreError {
        switch self {
        case .failed(let error): error
        case .late: .unavailable(StoreFailure(.timeout, "the user was not read in time"))
        }
    }
}

extension UserCache {
    /// The user's record, if it is read by `end`.
    func record(of user: UserID, by end: ContinuousClock.Instant) async throws(UserRecordFailure) -> CachedUserRecord {
        switch await outcome(by: end, of: { () async throws(StoreError) in try await self.record(of: user) }) {
        case .success(let record): return record
        case .failure(let error): throw .failed(error)
        case nil: throw .late
        }
    }
}
