import Catalogue
import Testing

/// Walks from page to page while others change what is walked through.
@Suite struct `A walk through a property store` {
    @Test(arguments: Engine.all, 1...6 as ClosedRange<UInt64>)
    func `shows each of the newest that stays just once`(engine: Engine, seed: UInt64) async throws {
        let town = try place(41, -83)
        for criteria in [
            SearchCriteria(), SearchCriteria(market: "a"), SearchCriteria(market: "a", types: [.house]),
            SearchCriteria(place: Area(center: town, radius: 40_000)),
        ] {
            var crowd = try await Crowd(engine.make().store, around: town, seed)
            var position: NewestPosition?
            var seen: [NewestPosition] = []
            for _ in 0..<Crowd.mostPages {
                let page = try await crowd.store.newest(
                    matching: criteria,
                    after: position,
                    at: crowd.now,
                    limit: crowd.pageSize()
                )
                guard let last = page.last else { break }
                seen += page.map(NewestPosition.init)
                position = NewestPosition(of: last)
                try await crowd.move()
            }
            #expect(seen == seen.sorted { ($1.listedAt, $0.id) < ($0.listedAt, $1.id) })
            try crowd.expectOnce(seen.map(\.id)) { listing in
                (criteria.market == nil || listing.market == criteria.market)
                    && (criteria.types.isEmpty || criteria.types.contains(listing.type))
                    && criteria.place.map { $0.center.distance(to: listing.place!) <= $0.radius } ?? true
            }
        }
    }

    @Test(arguments: Engine.all, 1...6 as ClosedRange<UInt64>)
    func `shows each nearby that stays just once`(engine: Engine, seed: UInt64) async throws {
        for center in try [place(41, -83), place(90, 0), place(0, 180), place(-41, 97)] {
            for radius in [40_000, 1e9] {
                let area = Area(center: center, radius: radius)
                var crowd = try await Crowd(engine.make().store, around: center, seed)
                var position: NearbyPosition?
                var seen: [NearbyPosition] = []
                for _ in 0..<Crowd.mostPages {
                    let page = try await crowd.store.nearby(
                        area,
                        after: position,
                        at: crowd.now,
                        limit: crowd.pageSize()
                    )
                    guard let last = page.last else { break }
                    seen += page.map(NearbyPosition.init)
                    position = NearbyPosition(of: last)
                    try await crowd.move()
                }
                #expect(seen == seen.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) })
                try crowd.expectOnce(seen.map(\.id)) { center.distance(to: $0.place!) <= radius }
            }
        }
    }

    @Test(arguments: Engine.all, 1...6 as ClosedRange<UInt64>)
    func `shows each product that stays just once`(engine: Engine, seed: UInt64) async throws {
        for query in [
            ProductQuery(), ProductQuery(collection: "k"), ProductQuery(brand: "ami"), ProductQuery(category: "shoes"),
            ProductQuery(collection: "k", price: ClosedInterval(min: 2)),
        ] {
            let (store, _) = try engine.make()
            var random = Seeded(seed)
            var staying: [Product] = []
            var fleeting: [Product] = []
            var count = 0
            func add(_ number: Int, _ random: inout Seeded) async throws {
                var batch: [Product] = []
                for _ in 0..<number {
                    count += 1
                    let one = product("p\(count)", price: random.pick(1, 2, 3), category: "shoes", in: ["k"])
                    batch.append(one)
                    if random.pick(true, false) { staying.append(one) } else { fleeting.append(one) }
                }
                _ = try await store.upsert(batch)
            }
            try await add(60, &random)
            let first = staying
            var position: ProductPosition?
            var seen: [String] = []
            for _ in 0..<Crowd.mostPages {
                let page = try await store.products(query, after: position, limit: random.pick(1, 2, 7))
                guard let last = page.last else { break }
                seen += try await store.ids(of: page)
                position = last.position
                if count < 120 { try await add(random.pick(0, 1, 3), &random) }
                // What leaves the collection, the brand and the category has left whatever is walked through.
                if var gone = fleeting.popLast() {
                    gone.brand = Brand(id: "none", name: "None")
                    (gone.category, gone.collections) = (nil, [])
                    _ = try await store.upsert([gone])
                }
                if var one = staying.first {
                    one.title = "Thing \(seen.count)"
                    _ = try await store.upsert([one])
                }
            }
            #expect(Set(seen).count == seen.count)
            for one in first where query.price.contains(one.price.amount) { #expect(seen.contains(one.id), "\(query)") }
        }
    }

    @Test(arguments: Engine.all) func `goes on from a place whose listing is gone, and from any other`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        let center = try place(1, 1)
        let area = Area(center: center, radius: 1e6)
        _ = try await store.upsert(
            try ["a", "b", "c", "d"].map { listing($0, at: try place(1, 2), listedAt: $0 == "d" ? .min : 7) }
        )
        _ = try await store.remove(listings: ["b"])
        func newest(_ listedAt: Int64, _ id: String) async throws -> [String] {
            let position = NewestPosition(listedAt: listedAt, id: id)
            let hits = try await store.newest(matching: SearchCriteria(), after: position, at: now, limit: 9)
            let inMarket = SearchCriteria(market: "toledo")
            #expect(try await store.newest(matching: inMarket, after: position, at: now, limit: 9) == hits)
            let here = SearchCriteria(place: area)
            #expect(try await store.newest(matching: here, after: position, at: now, limit: 9) == hits)
            return hits.map(\.id)
        }
        #expect(try await newest(7, "b") == ["c", "d"])
        #expect(try await newest(7, "") == ["a", "c", "d"])
        #expect(try await newest(8, "z") == ["a", "c", "d"])
        #expect(try await newest(.max, "") == ["a", "c", "d"])
        #expect(try await newest(6, "") == ["d"])
        #expect(try await newest(.min, "c") == ["d"])
        #expect(try await newest(.min, "d").isEmpty)
        let distance = center.distance(to: try place(1, 2))
        func nearby(_ distance: Double, _ id: String) async throws -> [String] {
            let position = NearbyPosition(distance: distance, id: id)
            return try await store.nearby(area, after: position, at: now, limit: 9).map(\.listing.id)
        }
        #expect(try await nearby(distance, "b") == ["c", "d"])
        #expect(try await nearby(distance.nextDown, "z") == ["a", "c", "d"])
        #expect(try await nearby(distance.nextUp, "").isEmpty)
        #expect(try await nearby(0, "") == ["a", "c", "d"])
        #expect(try await nearby(.infinity, "").isEmpty)
    }
}
