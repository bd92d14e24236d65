import PropertyStore

/// A walk along several shelves at once, from the newest of their listings on.
///
/// It goes by stretches, each of them up to one position on all shelves: what is found in one comes before all that is found in
/// the next.
struct Walk {
    /// How many listings are read of a shelf of which nothing is known; later as many as are known already.
    private static let firstRead = 32

    /// Where the walk is on one shelf.
    private struct Track {
        let shelf: Shelf
        var stock: Stock
        var next = 0

        var isAtEndOfStock: Bool { next == stock.listings.count }

        /// The last of the next `count` listings, or of those that are known; `nil` where the shelf ends before.
        func last(of count: Int) -> ShelvedListing? {
            let last = min(next + count, stock.listings.count) - 1
            return stock.isWhole && last == stock.listings.count - 1 ? nil : stock.listings[last]
        }
    }

    private let shelves: Shelves
    private let connection: Connection
    private let version: UInt64
    private var tracks: [Track]
    /// Up to where it has come.
    private var position: NewestPosition?
    /// Behind which position the walk cannot go on, since no more is kept of a shelf; `nil` while it can.
    private(set) var end: NewestPosition?

    /// A walk that begins behind the position.
    init(
        along shelves: [Shelf],
        of known: Shelves,
        after position: NewestPosition?,
        _ connection: Connection
    ) throws(StoreError) {
        self.connection = connection
        self.shelves = known
        self.position = position
        version = try connection.version().catalogue
        tracks = zip(shelves, known.stocks(of: shelves, version)).map { Track(shelf: $0, stock: $1) }
        guard let position else { return }
        for track in tracks.indices {
            tracks[track].next = tracks[track].stock.index(after: position)
            while tracks[track].isAtEndOfStock {
                guard try readOn(track) else { break }
                tracks[track].next = tracks[track].stock.index(after: position)
            }
        }
    }

    /// The next listings that meet the conditions, up to `limit`; fewer where the walk is at an end.
    mutating func newest(_ conditions: Conditions, limit: Int) throws(StoreError) -> [ListingHit] {
        var newest: [ListingHit] = []
        var pace = 8
        while newest.count < limit, try prepare() {
            newest += stretch(pace, conditions, limit: limit - newest.count)
            pace = min(2 * pace, shelves.depth)
        }
        return newest
    }

    /// Has all tracks know what comes next. Returns whether anything comes.
    private mutating func prepare() throws(StoreError) -> Bool {
        var goesOn = false
        for track in tracks.indices {
            if tracks[track].isAtEndOfStock {
                guard try readOn(track) else { continue }
            }
            goesOn = true
        }
        return goesOn && end == nil
    }

    /// What meets the conditions of the next stretch, up to `pace` listings of each track: the first `limit` of it.
    private mutating func stretch(_ pace: Int, _ conditions: Conditions, limit: Int) -> [ListingHit] {
        var last: ShelvedListing?
        for track in tracks {
            guard let own = track.last(of: pace) else { continue }
            if last.map({ own.isListed(before: $0) }) ?? true { last = own }
        }
        var found: [(listing: ShelvedListing, track: Int)] = []
        for track in tracks.indices {
            let listings = tracks[track].stock.listings
            var next = tracks[track].next
            while next < listings.count {
                if let last, last.isListed(before: listings[next]) { break }
                if conditions.admit(listings[next]) { found.append((listings[next], track)) }
                next += 1
            }
            tracks[track].next = next
        }
        position = last.map { NewestPosition(listedAt: $0.listedAt, id: $0.id) }
        found.sort { $0.listing.isListed(before: $1.listing) }
        return found.prefix(limit).map { $0.listing.hit(in: tracks[$0.track].shelf.market) }
    }

    /// Reads more of the track's shelf. Returns whether there is more.
    private mutating func readOn(_ track: Int) throws(StoreError) -> Bool {
        let shelf = tracks[track].shelf
        var stock = tracks[track].stock
        if stock.isWhole { return false }
        let count = min(max(stock.listings.count, Self.firstRead), shelves.depth - stock.listings.count)
        if count == 0 {
            end = position
            return false
        }
        // Every id comes after the empty one.
        let last = stock.listings.last
        let behind = NewestPosition(listedAt: last?.listedAt ?? .max, id: last?.id ?? "")
        let found = try connection.listings(on: shelf, after: behind, limit: count)
        stock.listings += found
        stock.isWhole = found.count < count
        tracks[track].stock = stock
        shelves.keep(stock, of: shelf, version)
        return !found.isEmpty
    }
}
