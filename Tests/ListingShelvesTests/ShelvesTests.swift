import Catalogue
import Revisions
import Testing

@testable import ListingShelves

@Suite struct `What is known of shelves` {
    private let shelf = Shelf.market("a")
    private let other = Shelf.cell(7, market: "a")

    /// A listing of a date.
    private func listing(_ id: String, listedAt: Int64, price: Int64 = 1) -> ShelvedListing {
        ShelvedListing(
            ListingHit(
                key: ItemKey(rawValue: listedAt),
                id: id,
                revision: Revision(rawValue: 1),
                type: .house,
                price: price,
                bedrooms: nil,
                bathrooms: nil,
                area: nil,
                place: nil,
                market: "a",
                listedAt: listedAt,
                expiresAt: nil
            )
        )
    }

    /// So many listings, the last of which has the date 1; each tenth has the price 10.
    private func stock(_ count: Int64, of read: Int) -> Stock {
        var stock = Stock()
        stock.append(
            (1...count).reversed().map { listing("l\($0)", listedAt: $0, price: $0 % 10 == 0 ? 10 : 1) },
            of: read
        )
        return stock
    }

    @Test func `is of one version of the catalogue`() {
        let shelves = Shelves(reads: 1...1)
        var whole = Stock()
        whole.append([], of: 1)
        shelves.keep(whole, of: shelf, 2)
        #expect(shelves.stocks(of: [shelf, other], 2).map { $0?.isWhole } == [true, nil])
        #expect(shelves.stocks(of: [shelf], 1).map { $0?.isWhole } == [nil])
        #expect(shelves.stocks(of: [shelf], 3).map { $0?.isWhole } == [nil])

        shelves.keep(whole, of: other, 1)
        #expect(shelves.stocks(of: [shelf, other], 2).map { $0?.isWhole } == [true, nil])
        shelves.keep(whole, of: other, 3)
        #expect(shelves.stocks(of: [shelf, other], 3).map { $0?.isWhole } == [nil, true])
        #expect(shelves.stocks(of: [shelf], 2).map { $0?.isWhole } == [nil])
    }

    @Test func `is not less than before, unless it is all`() {
        let shelves = Shelves(reads: 1...1)
        func kept() -> Int? { shelves.stocks(of: [shelf], 1)[0]?.listings.count }
        for (count, read, expected) in [(9, 9, 9), (5, 5, 9), (12, 12, 12), (8, 9, 8), (8, 8, 8)] {
            shelves.keep(stock(Int64(count), of: read), of: shelf, 1)
            #expect(kept() == expected)
        }
    }

    @Test func `is read by one at a time, and only of what is asked for again`() {
        let shelves = Shelves(reads: 1...1)
        #expect(!shelves.beginReading(shelf, 1), "nobody has asked for it in this version")
        #expect(shelves.stockForLater(of: shelf, 1)?.isWhole == nil)
        #expect(shelves.stockForLater(of: shelf, 1)?.listings.isEmpty == true)
        #expect(shelves.beginReading(shelf, 1))
        #expect(!shelves.beginReading(shelf, 1) && shelves.beginReading(other, 1))
        shelves.endReading(shelf, 1)
        #expect(shelves.beginReading(shelf, 1))
        // What was being read is of the past, and who ends that ends nothing else.
        #expect(shelves.stockForLater(of: shelf, 2)?.isWhole == nil)
        #expect(shelves.beginReading(shelf, 2))
        shelves.endReading(shelf, 1)
        #expect(!shelves.beginReading(shelf, 2))
    }

    @Test func `is read in ever larger parts, up to the most that is kept of one`() {
        let shelves = Shelves(depth: 100, reads: 8...40)
        #expect(shelves.nextRead(behind: Stock()) == 8)
        #expect(shelves.nextRead(behind: stock(8, of: 8)) == 8)
        #expect(shelves.nextRead(behind: stock(30, of: 8)) == 30)
        #expect(shelves.nextRead(behind: stock(56, of: 8)) == 40)
        #expect(shelves.nextRead(behind: stock(90, of: 8)) == 10)
        #expect(shelves.nextRead(behind: stock(100, of: 8)) == 0)
        #expect(shelves.nextRead(behind: stock(7, of: 8)) == 0, "the shelf has no others")
    }

    @Test func `is entered behind any position, whether a listing stands there or not`() {
        let stock = stock(5, of: 5)
        let places = [("", 9), ("l5", 5), ("a", 3), ("z", 3), ("l1", 1), ("", 0)] as [(String, Int64)]
        #expect(places.map { stock.index(after: NewestPosition(listedAt: $0.1, id: $0.0)) } == [0, 1, 2, 3, 5, 5])
        #expect(stock.index(after: .start) == 0)
        #expect(stock.index(after: stock.end) == 5)
        #expect(Stock().end == .start)
    }

    @Test func `is gone through up to a position, or until enough was found`() {
        let stock = stock(100, of: 100)
        let conditions = Conditions(SearchCriteria(price: ClosedInterval(min: 2)), at: 0)
        func newest(from next: inout Int, upTo last: NewestPosition? = nil, limit: Int = 99) -> [Int64] {
            var dates: [Int64] = []
            stock.pass(from: &next, upTo: last, limit: limit, conditions) { dates.append($0.listedAt) }
            return dates
        }
        var next = 0
        #expect(newest(from: &next, limit: 2) == [100, 90])
        #expect(next == 11)
        #expect(newest(from: &next, upTo: stock.listings[30].position) == [80, 70])
        #expect(next == 31)
        #expect(newest(from: &next) == [60, 50, 40, 30, 20, 10])
        #expect(next == 100)
        #expect(newest(from: &next).isEmpty)
    }
}
