import Catalogue
import Testing

/// Listings of which some stay as they are seen, and others come and go.
struct Crowd {
    /// After how many pages a walk that does not end is given up: there are fewer listings.
    static let mostPages = 1_000

    let store: any PropertyStore
    private(set) var now: Int64 = 1_000
    private let center: Coordinate
    private var random: Seeded
    private var staying: [Listing] = []
    private var fleeting: [Listing] = []
    private var count = 0

    init(_ store: any PropertyStore, around center: Coordinate, _ seed: UInt64) async throws {
        self.store = store
        self.center = center
        random = Seeded(seed)
        let first = try (0..<120).map { _ in try newcomer() }
        staying = Array(first.prefix(60))
        fleeting = Array(first.dropFirst(60))
        _ = try await store.upsert(first)
    }

    mutating func pageSize() -> Int { random.pick(1, 2, 5, 17) }

    /// Lets some come, some go, some change, and time pass.
    mutating func move() async throws {
        now += 1
        if count < 400 {
            var coming: [Listing] = []
            for _ in 0..<random.pick(0, 1, 4) { coming.append(try newcomer()) }
            fleeting += coming
            _ = try await store.upsert(coming)
        }
        for _ in 0..<random.pick(0, 1, 3) where !fleeting.isEmpty {
            var going = fleeting.remove(at: .random(in: fleeting.indices, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: going.status = .hidden
            case 1: going.status = .sold
            case 2: going.expiresAt = now + random.pick(0, 1)
            default:
                #expect(try await store.remove(listings: [going.id, "nobody"]) == 1)
                continue
            }
            _ = try await store.upsert([going])
        }
        let index = Int.random(in: staying.indices, using: &random)
        staying[index].title = "House \(now)"
        staying[index].price = Money(amount: now, currency: "USD")
        _ = try await store.upsert([staying[index]])
    }

    /// Nothing was seen twice, and all that stayed and is `wanted` was seen.
    func expectOnce(_ seen: [String], wanted: (Listing) -> Bool) throws {
        let wanted = staying.filter(wanted)
        try #require(!wanted.isEmpty)
        #expect(Set(seen).count == seen.count)
        #expect(Set(wanted.map(\.id)).subtracting(seen).isEmpty)
    }

    private mutating func newcomer() throws -> Listing {
        count += 1
        // Few values, so that many share a place in the order but for their ids.
        let north = random.pick(0, 0, 0.1, .random(in: -1...1, using: &random))
        let east = random.pick(0, 0, 0.1, .random(in: -1...1, using: &random))
        return listing(
            "\(random.pick("l", "L", "0", "ü"))\(count)",
            type: random.pick(.house, .land),
            at: try place(min(90, center.latitude + north), min(180, center.longitude + east)),
            market: random.pick("a", "b"),
            listedAt: random.pick(1, 2, .min, .max, .random(in: 0..<50, using: &random))
        )
    }
}
