public import Revisions

/// What a store knows of a user, as far as a home needs it. It never changes, so that whoever needs it shares it.
public final class UserRecord: Sendable {
    /// The criteria that the user searched for last.
    public let lastSearch: SearchCriteria?
    /// The revision of ``lastSearch``.
    public let searchRevision: Revision?
    /// The listings that the user opened last, the newest first, at most ``recentLimit``.
    public let recentlyOpened: [ListingHit]
    /// All the listings that the user has opened; `nil` where there are more than ``StoreLimits/openedInRecord``, of which
    /// ``PropertyStore/opened(by:among:)`` tells.
    public let opened: ItemKeys?
    /// Which products the user has opened, as far as the brands that ``PropertyStore/topBrands(for:limit:)`` puts first
    /// depend on them: another one with every product opened; `nil` where there is none, and they are the catalogue's.
    public let openedProducts: Revision?
    /// The revision of all of this, within one store: records of equal revisions are equal.
    public let revision: Revision

    /// How many of the listings opened last a record carries at most.
    public static let recentLimit = 20

    /// A user of whom nothing is known.
    public static let unknown = UserRecord(lastSearch: nil, recentlyOpened: [])

    /// A record of these values.
    public init(
        lastSearch: SearchCriteria?,
        recentlyOpened: [ListingHit],
        opened: ItemKeys?,
        openedProducts: Revision? = nil
    ) {
        self.lastSearch = lastSearch
        let searchRevision = lastSearch.map { search in Revision { $0.combine(search) } }
        self.searchRevision = searchRevision
        self.recentlyOpened = recentlyOpened
        self.opened = opened
        self.openedProducts = openedProducts
        revision = Revision {
            $0.combine(searchRevision) { $0.combine($1) }
            $0.combine(recentlyOpened.count)
            for hit in recentlyOpened {
                $0.combine(hit.key.rawValue)
                $0.combine(hit.revision)
            }
            $0.combine(opened) { $0.combine($1) }
            $0.combine(openedProducts) { $0.combine($1) }
        }
    }

    /// The record of a user who has opened these listings, the newest first, and nothing else.
    public convenience init(lastSearch: SearchCriteria?, recentlyOpened: [ListingHit]) {
        self.init(
            lastSearch: lastSearch,
            recentlyOpened: recentlyOpened,
            opened: ItemKeys(recentlyOpened.lazy.map(\.key))
        )
    }
}

extension UserRecord: Hashable {
    /// Whether both tell the same.
    public static func == (one: UserRecord, other: UserRecord) -> Bool {
        one === other
            || one.revision == other.revision && one.lastSearch == other.lastSearch
                && one.recentlyOpened == other.recentlyOpened && one.opened == other.opened
                && one.openedProducts == other.openedProducts
    }

    /// Its revision tells it apart.
    public func hash(into hasher: inout Hasher) { hasher.combine(revision) }
}

extension RevisionHasher {
    fileprivate mutating func combine(_ search: SearchCriteria) {
        combine(search.market) { $0.combine($1) }
        combine(search.types.reduce(0 as UInt64) { $0 | 1 << UInt64($1.code) })
        combine(search.price)
        combine(search.bedrooms)
        combine(search.bathrooms)
        combine(search.area)
        combine(search.place) {
            $0.combine($1.center.latitude)
            $0.combine($1.center.longitude)
            $0.combine($1.radius)
        }
    }

    fileprivate mutating func combine(_ interval: ClosedInterval<some FixedWidthInteger & Sendable>) {
        combine(interval.min) { $0.combine($1) }
        combine(interval.max) { $0.combine($1) }
    }

    fileprivate mutating func combine(_ interval: ClosedInterval<Double>) {
        combine(interval.min) { $0.combine($1) }
        combine(interval.max) { $0.combine($1) }
    }

    fileprivate mutating func combine(_ keys: ItemKeys) {
        combine(keys.count)
        for key in keys { combine(key.rawValue) }
    }
}
