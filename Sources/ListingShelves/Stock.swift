package import Catalogue

/// What is known of a shelf: the listings at its beginning, whether they have expired or not.
package struct Stock: Sendable {
    /// The newest first.
    private(set) var listings: [ShelvedListing] = []
    /// Whether the shelf has no others.
    package private(set) var isWhole = false

    /// Nothing is known of it.
    package init() {}

    /// Behind which position there may be listings that are not known.
    package var end: NewestPosition { listings.last?.position ?? .start }

    /// Adds what was read behind ``end``: `count` listings, or as many as there are.
    package mutating func append(_ read: [ShelvedListing], of count: Int) {
        listings += read
        isWhole = read.count < count
    }

    /// The number of the first listing behind the position, and of all that are known where there is none.
    package func index(after position: NewestPosition) -> Int {
        var range = listings.startIndex..<listings.endIndex
        while let first = range.first {
            let middle = first + range.count / 2
            if position.precedes(listings[middle].position) {
                range = first..<middle
            } else {
                range = middle + 1..<range.upperBound
            }
        }
        return range.lowerBound
    }

    /// Goes on from the listing of a number, to behind a position or to the end of what is known, or until `limit` were taken of
    /// those that meet the conditions.
    package func pass(
        from next: inout Int,
        upTo last: NewestPosition? = nil,
        limit: Int,
        _ conditions: Conditions,
        _ take: (ShelvedListing) -> Void
    ) {
        let end = last.map { index(after: $0) } ?? listings.endIndex
        // Looked at where they are: of most nobody needs a copy.
        let listings = listings.span
        var taken = 0
        while next < end, taken < limit {
            if conditions.admit(listings[next]) {
                take(listings[next])
                taken += 1
            }
            next += 1
        }
    }
}
