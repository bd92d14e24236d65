import Catalogue
import Testing

/// Random writes, and after each of them every read, on the store and on the model.
@Suite struct `A property store and its model` {
    @Test(arguments: Engine.all, 1...12 as ClosedRange<UInt64>)
    func `say the same after whatever was written`(engine: Engine, seed: UInt64) async throws {
        let clock = HandClock()
        let (store, place) = try engine.make { clock.now }
        var random = Seeded(seed)
        var model = Model()
        for step in 0..<80 {
            model.clock = .random(in: 0..<100, using: &random)
            clock.now = model.clock
            try await write(to: store, and: &model, &random)
            // Now and then as another process would see it.
            let reader = step % 20 == 19 ? try place.open() : store
            try await compare(reader, with: model, &random)
        }
    }

    private func write(to store: any PropertyStore, and model: inout Model, _ random: inout Seeded) async throws {
        let someone = try randomUser(&random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2:
            var batch: [Listing] = []
            for _ in 0..<random.pick(0, 1, 5) { batch.append(try randomListing(&random)) }
            let expected = batch.map { model.upsert($0) }
            #expect(try await store.upsert(batch) == expected)
        case 3 where random.pick(true, false, false):
            let ids = [random.pick("a", "b", "c", "x"), random.pick("a", "d", "B")]
            let expected = model.remove(ids)
            #expect(try await store.remove(listings: ids) == expected)
        case 3...5:
            var batch: [Product] = []
            for _ in 0..<random.pick(0, 1, 5) { batch.append(randomProduct(&random)) }
            let expected = batch.map { model.upsert($0) }
            #expect(try await store.upsert(batch) == expected)
        case 6...7:
            let search = try randomCriteria(&random)
            model.record(search, by: someone)
            try await store.record(search, by: someone)
        case 8:
            var items: [ItemID] = []
            for _ in 0..<random.pick(0, 1, 4) {
                items.append(ItemID(kind: random.pick(.listing, .product), id: random.pick("a", "b", "c", "d", "e")))
            }
            var failure: StoreError?
            do { try await store.recordOpened(items, by: someone) } catch { failure = error }
            #expect(failure == model.recordOpened(items, by: someone).map { .unknownItem($0) })
        case 9 where random.pick(true, false):
            let read = try await store.feedback(limit: random.pick(1, 5))
            guard let last = read.last else { return }
            model.acknowledge(read.count)
            try await store.acknowledgeFeedback(through: last.position)
        default:
            guard random.pick(true, false) else { return }
            model.forget(someone)
            try await store.forget(someone)
        }
    }

    private func compare(_ store: any PropertyStore, with model: Model, _ random: inout Seeded) async throws {
        #expect(try await store.counts() == model.counts)
        let moment: Int64 = random.pick(9, 10, 11)
        let hits = try await store.hits(ofListings: model.listings.map(\.id), at: moment)
        #expect(try await store.listings(of: hits, at: moment) == model.listings.filter { $0.isOnOffer(at: moment) })
        let products = try await store.products(ProductQuery(), limit: 100)
        #expect(products.map(\.revision) == model.products.map(\.revision))
        #expect(try await store.products(products.map(\.key)).map { $0?.id } == model.products.map(\.id))
        let feedback = try await store.feedback(limit: 1_000)
        #expect(feedback.map(\.user) == model.feedback.map(\.user))
        #expect(feedback.map(\.event) == model.feedback.map(\.event))
        #expect(feedback.map(\.at) == model.feedback.map(\.at))
        #expect(zip(feedback, feedback.dropFirst()).allSatisfy { $0.position < $1.position })
        for user in try ["u", "v", "w"].map(user) {
            let record = try await store.record(of: user)
            #expect(record.lastSearch == model.lastSearch(of: user))
            #expect(record.recentlyOpened.map(\.id) == model.recentlyOpened(by: user))
            #expect(record.opened?.count == model.opened(by: user).count { $0.kind == .listing })
            let opened = try await store.opened(by: user, among: hits.map(\.key))
            let openedIDs = hits.map(\.id).filter { model.opened(by: user).contains(.listing($0)) }
            #expect(hits.filter { opened.contains($0.key) }.map(\.id) == openedIDs)
            #expect(record.opened.map { Set(hits.map(\.key).filter($0.contains)) } == opened)
            #expect(try await store.topBrands(for: user, limit: 2) == model.topBrands(for: user, limit: 2))
            #expect(try await store.topBrands(for: user, limit: 9) == model.topBrands(for: user, limit: 9))
        }
        for _ in 0..<8 {
            let limit = random.pick(1, 3, 100)
            let criteria = try randomCriteria(&random)
            let newest = try await store.newestIDs(criteria, at: moment, limit: limit)
            #expect(newest == model.newest(matching: criteria, at: moment, limit: limit), "\(criteria)")
            let popular = try await store.popularIDs(criteria, at: moment, limit: limit)
            #expect(popular == model.popular(matching: criteria, at: moment, limit: limit), "\(criteria)")
            let area = Area(center: try awkwardPlace(&random), radius: random.pick(1, 1e6, 1e9))
            let nearby = try await store.nearbyIDs(area.center, radius: area.radius, at: moment, limit: limit)
            #expect(nearby == model.nearby(area, at: moment, limit: limit).map(\.id), "\(area)")
            let query = ProductQuery(
                collection: random.pick(nil, nil, "k", "l", "none"),
                brand: random.pick(nil, nil, "x", "y", "none"),
                category: random.pick(nil, nil, "shoes", "none"),
                price: ClosedInterval(min: random.pick(nil, nil, 2), max: random.pick(nil, nil, 2))
            )
            #expect(try await store.productIDs(query, limit: limit) == model.products(query, limit: limit), "\(query)")
        }
    }

    private func randomUser(_ random: inout Seeded) throws -> UserID { try user(random.pick("u", "v", "w")) }

    private func randomListing(_ random: inout Seeded) throws -> Listing {
        listing(
            random.pick("a", "b", "c", "d", "B", "10", "9"),
            title: random.pick("A house", "Château"),
            type: random.pick(.house, .land, .studio),
            price: random.pick(1, 2, 3),
            bedrooms: random.pick(nil, 0, 1, 2),
            bathrooms: random.pick(nil, 1, 1.5),
            area: random.pick(nil, 50, 80.25),
            at: random.pick(nil, try awkwardPlace(&random)),
            market: random.pick("toledo", "oslo"),
            listedAt: random.pick(1, 2),
            status: random.pick(.active, .active, .active, .hidden, .sold),
            expiresAt: random.pick(nil, nil, nil, 10, 11),
            images: random.pick([], ["x"])
        )
    }

    private func randomProduct(_ random: inout Seeded) -> Product {
        product(
            random.pick("a", "b", "c", "d", "e"),
            by: Brand(id: random.pick("x", "y", "z"), name: random.pick("One", "One", "Other")),
            price: random.pick(1, 2, 3),
            category: random.pick(nil, "shoes", "bags"),
            in: random.pick([], ["k"], ["l", "k"], ["k", "l"], ["l", "m", "l"])
        )
    }

    private func randomCriteria(_ random: inout Seeded) throws -> SearchCriteria {
        SearchCriteria(
            market: random.pick(nil, "toledo", "oslo"),
            types: random.pick([], [], [.house], [.land, .studio]),
            price: ClosedInterval(min: random.pick(nil, nil, 2), max: random.pick(nil, nil, 2)),
            bedrooms: ClosedInterval(min: random.pick(nil, nil, 0, 1), max: random.pick(nil, nil, 1)),
            bathrooms: ClosedInterval(min: random.pick(nil, nil, 1.2), max: random.pick(nil, nil, 1.2)),
            area: ClosedInterval(min: random.pick(nil, nil, 60), max: random.pick(nil, nil, 60)),
            place: random.pick(nil, nil, Area(center: try awkwardPlace(&random), radius: random.pick(1, 1e6, 2.1e7)))
        )
    }
}
