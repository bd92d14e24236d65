import Caching
import Synchronization

/// The beginnings of the shelves that searches have walked along: most searches are over before they come to an end of them,
/// whatever they ask for.
package final class Shelves: Sendable {
    /// How many listings are kept in all, about; one takes some 100 bytes.
    static let capacity = 262_144
    /// How many are kept of one shelf.
    let depth: Int
    /// How many are read of one at a time, the fewest and the most.
    private let reads: ClosedRange<Int>

    private struct Known {
        var stocks = GenerationalCache<Shelf, Stock>(capacity: Shelves.capacity)
        /// What somebody reads more of, and waits for.
        var read: Set<Shelf> = []
        var version: UInt64 = 0
    }

    private let known = Mutex(Known())

    /// Shelves of which nothing is known yet.
    package init(depth: Int = 16_384, reads: ClosedRange<Int>) {
        self.depth = depth
        self.reads = reads
    }

    /// How many listings to read next of a shelf of which this is known: as many as are known already; 0 where it has no others, or
    /// no more are kept.
    package func nextRead(behind stock: Stock) -> Int {
        let known = stock.listings.count
        return stock.isWhole ? 0 : min(max(known, reads.lowerBound), reads.upperBound, depth - known)
    }

    /// What is known of these shelves in this version of the catalogue; `nil` of those that nobody has kept anything of.
    package func stocks(of shelves: [Shelf], _ version: UInt64) -> [Stock?] {
        known.withLock { known in
            shelves.map { known.version == version ? known.stocks.value(for: $0) : nil }
        }
    }

    /// What is known of a shelf in this version of the catalogue, for one who has to wait for more of it; `nil` for the first to ask,
    /// since what is asked for once is not worth reading: where the catalogue changes all the time, nothing is read.
    package func stockForLater(of shelf: Shelf, _ version: UInt64) -> Stock? {
        if let stock = stocks(of: [shelf], version)[0] { return stock }
        keep(Stock(), of: shelf, version)
        return nil
    }

    /// Begins to read more of a shelf of which something is known in this version.
    /// - Returns: whether nobody else is at it; who is told so says when it is over.
    package func beginReading(_ shelf: Shelf, _ version: UInt64) -> Bool {
        known.withLock { $0.version == version && $0.read.insert(shelf).inserted }
    }

    /// Nobody reads more of the shelf now.
    package func endReading(_ shelf: Shelf, _ version: UInt64) {
        known.withLock { if $0.version == version { $0.read.remove(shelf) } }
    }

    /// Keeps what is known of the shelf in this version of the catalogue, where that is more than before, and nothing of the versions
    /// before.
    package func keep(_ stock: Stock, of shelf: Shelf, _ version: UInt64) {
        // Given back once the lock is: there may be much of it.
        var past: Known?
        known.withLock { known in
            if version > known.version { (past, known) = (known, Known(version: version)) }
            // A reader may still see what is past.
            guard version == known.version else { return }
            if let kept = known.stocks.value(for: shelf), kept.listings.count >= stock.listings.count, !stock.isWhole {
                return
            }
            // That there is nothing is something to be kept, too.
            known.stocks.insert(stock, for: shelf, cost: stock.listings.count + 1)
        }
        withExtendedLifetime(past) {}
    }
}
