package import Catalogue

/// A walk along several shelves at once, from the newest of their listings on.
///
/// It goes by stretches, each of them up to one position on all shelves: what is found in one comes before all that is found in
/// the next.
package struct Walk {
    /// Where the walk is on one shelf.
    private struct Track {
        let shelf: Shelf
        var stock: Stock
        var next = 0

        var isAtEndOfStock: Bool { next == stock.listings.count }

        /// Where the last of the next `count` listings stands, or of those that are known; `nil` where the shelf ends before.
        func last(of count: Int) -> NewestPosition? {
            let last = min(next + count, stock.listings.count) - 1
            return stock.isWhole && last == stock.listings.count - 1 ? nil : stock.listings[last].position
        }

        /// Takes the next that meet the conditions, none behind `last`.
        mutating func pass(
            upTo last: NewestPosition?,
            limit: Int,
            _ conditions: Conditions,
            _ take: (ShelvedListing) -> Void
        ) {
            stock.pass(from: &next, upTo: last, limit: limit, conditions, take)
        }
    }

    /// Reads listings of a shelf behind a position, the newest first, up to so many.
    package typealias Read = (Shelf, _ after: NewestPosition, _ limit: Int) throws(StoreError) -> [ShelvedListing]

    private let shelves: Shelves
    private let version: UInt64
    private let read: Read
    private var tracks: [Track]
    /// Up to where it has come.
    private var position: NewestPosition?
    /// Behind which position the walk cannot go on, since no more is kept of a shelf; `nil` while it can.
    package private(set) var end: NewestPosition?

    /// A walk that begins behind the position, or with the first of all.
    /// - Parameters:
    ///   - version: that of the catalogue that `read` reads, as long as the walk is.
    ///   - read: what it throws, the walk throws.
    package init(
        along shelves: [Shelf],
        of known: Shelves,
        _ version: UInt64,
        after position: NewestPosition?,
        _ read: @escaping Read
    ) throws(StoreError) {
        self.shelves = known
        self.version = version
        self.read = read
        self.position = position
        tracks = zip(shelves, known.stocks(of: shelves, version)).map { Track(shelf: $0, stock: $1 ?? Stock()) }
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
    package mutating func newest(_ conditions: Conditions, limit: Int) throws(StoreError) -> [ListingHit] {
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
        position = nil
        for track in tracks {
            guard let last = track.last(of: pace) else { continue }
            if position.map(last.precedes) ?? true { position = last }
        }
        var found: [(listing: ShelvedListing, track: Int)] = []
        for track in tracks.indices {
            tracks[track].pass(upTo: position, limit: limit, conditions) { found.append(($0, track)) }
        }
        found.sort { $0.listing.precedes($1.listing) }
        return found.prefix(limit).map { $0.listing.hit(in: tracks[$0.track].shelf.market) }
    }

    /// Reads more of the track's shelf. Returns whether there is more.
    private mutating func readOn(_ track: Int) throws(StoreError) -> Bool {
        let shelf = tracks[track].shelf
        var stock = tracks[track].stock
        if stock.isWhole { return false }
        let count = shelves.nextRead(behind: stock)
        if count == 0 {
            end = position
            return false
        }
        let found = try read(shelf, stock.end, count)
        stock.append(found, of: count)
        tracks[track].stock = stock
        shelves.keep(stock, of: shelf, version)
        return !found.isEmpty
    }
}
