import Foundation
import Catalogue
import SQLiteStore

/// A store of SQLite's with some of everything in it, in a folder that goes with it.
final class FullStore {
    let path: String
    private let folder: URL
    static let users = (0..<12).compactMap { UserID("u\($0)") }
    static let markets = ["toledo", "valencia"]
    static let now: Int64 = 1_700_000_000

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "copied-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "a.store").path
        try await fill()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func open() throws -> SQLiteStore {
        try SQLiteStore(path: path, readers: 1) { Self.now }
    }

    private func fill() async throws {
        let store = try open()
        var random = Seeded(11)
        let listings = (0..<400).map { random.listing("l\($0)") }
        _ = try await store.upsert(listings)
        // Products that change leave gaps between the keys, so that these are not the places in the order.
        for round in 0..<3 {
            _ = try await store.upsert((0..<150).map { random.product("p\($0 + round * 40)") })
        }
        for user in Self.users.dropLast() {
            for _ in 0..<random.pick(0, 1, 60) { try await store.record(random.search(), by: user) }
            for _ in 0..<random.pick(2, 9, 20) {
                let items = (0..<5).map { _ in
                    random.pick(
                        ItemID(kind: .listing, id: "l\(random.pick(0, 1, 2, random.number(400)))"),
                        ItemID(kind: .product, id: "p\(random.number(200))")
                    )
                }
                try await store.recordOpened(items, by: user)
            }
        }
        // What goes leaves gaps, and the greatest of each kind of number behind.
        _ = try await store.remove(listings: (0..<400).filter { $0 % 7 == 0 }.map { "l\($0)" } + ["l399"])
        try await store.forget(Self.users[3])
        let feedback = try await store.feedback(limit: 1_000)
        try await store.acknowledgeFeedback(through: feedback[feedback.count / 3].position)
    }
}

/// A generator that gives the same numbers each time (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }

    /// One of the values.
    mutating func pick<Value>(_ values: Value...) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

    /// A number below `bound`.
    mutating func number(_ bound: Int) -> Int { .random(in: 0..<bound, using: &self) }

    mutating func place() -> Coordinate? {
        Coordinate(latitude: .random(in: 39...40, using: &self), longitude: .random(in: -1...0, using: &self))
    }

    mutating func listing(_ id: String) -> Listing {
        Listing(
            id: id,
            title: pick("", "Haus \u{1f3e0}", "\0\u{10FFFD}'\\\"\t\n", "A house"),
            type: pick(.house, .apartment, .other),
            price: Money(amount: pick(0, 100_000, .max, Int64(number(1_000_000))), currency: pick("USD", "EUR")),
            bedrooms: pick(nil, 0, number(9)),
            bathrooms: pick(nil, 0.1, 2.5),
            area: pick(nil, 0.1 + 0.2, .greatestFiniteMagnitude),
            place: pick(nil, place(), place()),
            address: pick(nil, "", "Straße 1"),
            market: pick(FullStore.markets[0], FullStore.markets[1]),
            listedAt: pick(.min, 0, Int64(number(2_000_000_000))),
            status: pick(.active, .active, .active, .sold, .hidden),
            expiresAt: pick(nil, nil, FullStore.now, FullStore.now + 1),
            images: pick([], ["", "1:x,"], ["https://images.example/ü.jpg"])
        )
    }

    mutating func product(_ id: String) -> Product {
        Product(
            id: id,
            title: "Thing \(number(100))",
            brand: Brand(id: "b\(number(30))", name: pick("AMI", "Comme des Garçons")),
            price: Money(amount: Int64(number(100_000)), currency: "EUR"),
            category: pick(nil, "shoes", "coats"),
            image: pick(nil, "https://images.example/\(id).jpg"),
            collections: pick([], ["new"], ["sale", "new"], ["c\(number(5))", "sale"])
        )
    }

    mutating func search() -> SearchCriteria {
        SearchCriteria(
            market: pick(nil, "toledo", "elsewhere"),
            types: pick([], [.house], [.house, .other]),
            price: pick(.all, ClosedInterval(min: 1, max: nil), ClosedInterval(min: nil, max: Int64(number(1_000)))),
            bathrooms: pick(.all, ClosedInterval(min: 0.5, max: 2)),
            place: pick(nil, place().map { Area(center: $0, radius: 5_000.5) })
        )
    }
}
