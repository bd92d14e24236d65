import DatabaseServer
import ListingShelves
import Catalogue
import Synchronization
import Testing

@testable import PostgreSQLStore

@Suite(.enabled(if: DatabaseServer.isInstalled)) struct `The PostgreSQL store's shelves` {
    @Test(arguments: [0, 1, 33, 300, 1_000])
    func `end where no more is kept of them, and the server goes on`(depth: Int) async throws {
        let store = try Database().openPostgreSQL()
        let town = try ShelvedTown()
        _ = try await store.upsert(town.model.listings)
        let shelves = Shelves(depth: depth, reads: 32...100)
        try await town.expectPages { criteria, position, limit in
            try await store.newest(matching: criteria, after: position, at: now, limit: limit, along: shelves)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `are read once a market is asked for again, and anew when the catalogue has changed`() async throws {
        let database = try Database()
        let store = try database.openPostgreSQL()
        let town = try ShelvedTown()
        _ = try await store.upsert(town.model.listings)
        /// How many listings are dearer than `price`, and how often a server was read for that.
        func ask(_ price: Int64) async throws -> (count: Int, reads: Int) {
            func reads() -> Int { store.servers.all.reduce(0) { $0 + $1.reads.load(ordering: .relaxed) } }
            let before = reads()
            let criteria = SearchCriteria(market: "a", price: ClosedInterval(min: price + 1))
            let hits = try await store.newest(matching: criteria, at: now, limit: 1_000)
            return (hits.count, reads() - before)
        }
        let dear = SearchCriteria(market: "a", price: ClosedInterval(min: 2))
        let fits = town.model.newest(matching: dear, at: now, limit: 1_000)
        var answers: [(count: Int, reads: Int)] = []
        for _ in 0..<5 { answers.append(try await ask(1)) }
        // Two parts are all of it, each read by one who does not find enough yet.
        #expect(answers.map(\.count) == Array(repeating: fits.count, count: 5))
        #expect(answers[0].reads > 0 && answers[1].reads > 1 && answers[2].reads == 1)
        #expect(answers[3].reads == 0 && answers[4].reads == 0)

        let other = try database.openPostgreSQL()
        let version = store.version()
        _ = try await other.upsert([listing("dear", price: 99, market: "a", listedAt: 7)])
        while store.version() == version { try await Task.sleep(for: .milliseconds(5)) }
        let anew = try await ask(1)
        #expect(anew.count == fits.count + 1 && anew.reads > 0)
        #expect(try await ask(98).count == 1)
    }

    @Test func `are known to have nothing, too`() async throws {
        let store = try Database().openPostgreSQL()
        _ = try await store.upsert([listing("elsewhere", market: "b", listedAt: 7)])
        let shelves = Shelves(reads: 1...1)
        for _ in 0..<3 {
            let empty = SearchCriteria(market: "a")
            #expect(try await store.newest(matching: empty, after: nil, at: now, limit: 1, along: shelves).isEmpty)
            let one = SearchCriteria(market: "b")
            #expect(try await store.newest(matching: one, after: nil, at: now, limit: 9, along: shelves).count == 1)
        }
        let version = store.version().catalogue
        let stocks = shelves.stocks(of: [.market("a"), .market("b")], version)
        #expect(stocks.map { $0?.isWhole } == [true, true])
    }

    /// Another store changes which half of the listings fits, all at once: a page of two versions would have some of both.
    @Test(.timeLimit(.minutes(2)))
    func `are of one version, however often the catalogue changes meanwhile`() async throws {
        let database = try Database()
        let (store, other) = (try database.openPostgreSQL(), try database.openPostgreSQL())
        func turn(_ number: Int) async throws {
            let listings = (0..<120).map { index in
                listing("\(index)", price: Int64((index + number) % 2), market: "a", listedAt: Int64(index))
            }
            _ = try await other.upsert(listings)
        }
        try await turn(0)
        let isOver = Atomic(false)
        async let turns: Void = {
            defer { isOver.store(true, ordering: .relaxed) }
            for number in 1...200 { try await turn(number) }
        }()
        let criteria = SearchCriteria(market: "a", price: ClosedInterval(max: 0))
        // Each page is filled by the next part that is read.
        let shelves = Shelves(reads: 20...20)
        var answers = 0
        while !isOver.load(ordering: .relaxed) {
            for limit in stride(from: 8, to: 60, by: 10) {
                let hits = try await store.newest(matching: criteria, after: nil, at: now, limit: limit, along: shelves)
                #expect(hits.count == limit && Set(hits.map { $0.listedAt % 2 }).count == 1)
                answers += 1
            }
        }
        try await turns
        #expect(answers > 50)
    }
}
