import Catalogue
import Testing

@Suite struct `The newest listings of a property store` {
    @Test(arguments: Engine.all) func `come the latest first, then by id byte by byte`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([
            listing("b", listedAt: 5), listing("a", listedAt: 5), listing("B", listedAt: 5), listing("10", listedAt: 5),
            listing("9", listedAt: 5), listing("z", listedAt: 7), listing("y", listedAt: -1),
            listing("m", market: "oslo", listedAt: 6), listing("max", market: "oslo", listedAt: .max),
        ])
        #expect(try await store.newestIDs() == ["max", "z", "m", "10", "9", "B", "a", "b", "y"])
        #expect(try await store.newestIDs(limit: 4) == ["max", "z", "m", "10"])
        #expect(try await store.newestIDs(SearchCriteria(market: "toledo"), limit: 3) == ["z", "10", "9"])
        #expect(try await store.newestIDs(SearchCriteria(market: "Oslo")).isEmpty)
    }

    @Test(arguments: Engine.all) func `meet every condition, ends included`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let center = try place(41.65, -83.54)
        let base = listing("full", price: 100, bedrooms: 3, bathrooms: 1.5, area: 80.5, at: center)
        _ = try await store.upsert([base, listing("unknown", price: 100)])
        let meeting: [SearchCriteria] = [
            SearchCriteria(types: [.land, .house]), SearchCriteria(price: ClosedInterval(min: 100, max: 100)),
            SearchCriteria(price: ClosedInterval(max: .max)), SearchCriteria(market: "toledo"),
        ]
        for criteria in meeting { #expect(try await store.newestIDs(criteria) == ["full", "unknown"], "\(criteria)") }
        let known: [SearchCriteria] = [
            SearchCriteria(bedrooms: ClosedInterval(min: 3, max: 3)),
            SearchCriteria(bedrooms: ClosedInterval(min: .min)),
            SearchCriteria(bathrooms: ClosedInterval(min: 1.5, max: 1.5)),
            SearchCriteria(bathrooms: ClosedInterval(max: .infinity)),
            SearchCriteria(area: ClosedInterval(max: 80.5)),
            SearchCriteria(place: Area(center: center, radius: 0.001)),
            SearchCriteria(market: "toledo", types: [.house], place: Area(center: center, radius: 1e9)),
        ]
        for criteria in known { #expect(try await store.newestIDs(criteria) == ["full"], "\(criteria)") }
        let missing: [SearchCriteria] = [
            SearchCriteria(types: [.land]), SearchCriteria(price: ClosedInterval(min: 101)),
            SearchCriteria(price: ClosedInterval(max: 99)), SearchCriteria(price: ClosedInterval(min: 101, max: 99)),
            SearchCriteria(bedrooms: ClosedInterval(min: 4)), SearchCriteria(bedrooms: ClosedInterval(max: 2)),
            SearchCriteria(bathrooms: ClosedInterval(min: 1.6)), SearchCriteria(area: ClosedInterval(max: 80.4)),
            SearchCriteria(place: Area(center: try place(41.66, -83.54), radius: 1_000)),
            SearchCriteria(market: "oslo", place: Area(center: center, radius: 1_000)),
        ]
        for criteria in missing { #expect(try await store.newestIDs(criteria).isEmpty, "\(criteria)") }
    }

    @Test(arguments: Engine.all) func `are found by type, each of them`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert(ListingType.allCases.map { listing($0.rawValue, type: $0) })
        for type in ListingType.allCases {
            #expect(try await store.newestIDs(SearchCriteria(types: [type])) == [type.rawValue])
        }
    }

    @Test(arguments: Engine.all) func `move when a listing changes`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let (here, there) = (try place(10, 20), try place(-10, 20))
        _ = try await store.upsert([listing("a", at: here, listedAt: 1), listing("b", at: here, listedAt: 2)])
        _ = try await store.upsert([listing("a", at: there, market: "oslo", listedAt: 3)])
        #expect(try await store.newestIDs() == ["a", "b"])
        #expect(try await store.newestIDs(SearchCriteria(market: "toledo")) == ["b"])
        #expect(try await store.newestIDs(SearchCriteria(place: Area(center: here, radius: 10))) == ["b"])
        #expect(try await store.nearbyIDs(there, radius: 10) == ["a"])
        _ = try await store.upsert([listing("a"), listing("b", at: there)])
        #expect(try await store.nearbyIDs(there, radius: 1e8) == ["b"])
    }
}

@Suite struct `The nearby listings of a property store` {
    @Test(arguments: Engine.all) func `come the nearest first, then by id, with their distance`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        let center = try place(41.65, -83.54)
        _ = try await store.upsert([
            listing("far", at: place(41.75, -83.54)), listing("near", at: place(41.651, -83.54)),
            listing("b", at: place(41.66, -83.54)), listing("a", at: place(41.66, -83.54)), listing("nowhere"),
            listing("here", at: center),
        ])
        let hits = try await store.nearby(Area(center: center, radius: 5_000), at: now, limit: 10)
        #expect(try await store.ids(of: hits.map(\.listing)) == ["here", "near", "a", "b"])
        for hit in hits { #expect(hit.distance == hit.listing.place.map(center.distance)) }
        #expect(try await store.nearbyIDs(center, radius: 5_000, limit: 3) == ["here", "near", "a"])
        #expect(try await store.nearbyIDs(center, radius: 20_000).last == "far")
    }

    @Test(arguments: Engine.all) func `lie within the radius to the last bit`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        let (center, other) = (try place(41.65, -83.54), try place(41.701, -83.499))
        _ = try await store.upsert([listing("a", at: other)])
        let distance = center.distance(to: other)
        #expect(try await store.nearbyIDs(center, radius: distance) == ["a"])
        #expect(try await store.nearbyIDs(center, radius: distance.nextDown).isEmpty)
        #expect(try await store.newestIDs(SearchCriteria(place: Area(center: center, radius: distance))) == ["a"])
        #expect(
            try await store.newestIDs(SearchCriteria(place: Area(center: center, radius: distance.nextDown))).isEmpty
        )
    }

    @Test(arguments: Engine.all) func `are found across the antimeridian and around the poles`(engine: Engine)
        async throws
    {
        let (store, _) = try engine.make()
        _ = try await store.upsert([
            listing("east", at: place(-17, 179.99)), listing("west", at: place(-17, -179.98)),
            listing("line", at: place(-17, 180)),
            listing("pole", at: place(90, 77)), listing("across", at: place(89.99, -100)),
            listing("beside", at: place(89.975, 80)), listing("south", at: place(-90, 0)),
        ])
        #expect(try await store.nearbyIDs(place(-17, 179.999), radius: 9_000) == ["line", "east", "west"])
        #expect(try await store.nearbyIDs(place(-17, -179.999), radius: 1_500) == ["line", "east"])
        #expect(try await store.nearbyIDs(place(89.995, 80), radius: 2_300) == ["pole", "across", "beside"])
        #expect(try await store.nearbyIDs(place(90, 0), radius: 2_000) == ["pole", "across"])
        #expect(try await store.nearbyIDs(place(-89.999, 123), radius: 200) == ["south"])
    }

    @Test(arguments: Engine.all, 1...4 as ClosedRange<UInt64>)
    func `are those that looking at every one would find`(engine: Engine, seed: UInt64) async throws {
        let (store, _) = try engine.make()
        var random = Seeded(seed)
        var model = Model()
        let listings = try (0..<1_500).map { number in
            listing(
                "l\(number)",
                type: random.pick(.house, .land),
                at: try awkwardPlace(&random),
                market: random.pick("a", "b"),
                listedAt: .random(in: 0..<500, using: &random)
            )
        }
        _ = try await store.upsert(listings)
        for listing in listings { _ = model.upsert(listing) }
        for _ in 0..<150 {
            let area = Area(center: try awkwardPlace(&random), radius: random.pick(0.5, 10, 5_000, 400_000, 1e7, 1e9))
            let limit = random.pick(1, 7, 40, 2_000)
            let hits = try await store.nearby(area, at: now, limit: limit)
            let expected = model.nearby(area, at: now, limit: limit)
            #expect(try await store.ids(of: hits.map(\.listing)) == expected.map(\.id))
            #expect(hits.map(\.distance) == expected.map(\.distance))
            let all = model.nearby(area, at: now, limit: .max)
            if let start = all.indices.randomElement(using: &random) {
                let position = NearbyPosition(distance: all[start].distance, id: all[start].id)
                let rest = try await store.nearby(area, after: position, at: now, limit: limit)
                #expect(rest.map(\.listing.id) == all.dropFirst(start + 1).prefix(limit).map(\.id))
            }
            let criteria = SearchCriteria(market: "a", types: [.house], place: area)
            #expect(
                try await store.newestIDs(criteria, limit: limit)
                    == model.newest(matching: criteria, at: now, limit: limit)
            )
        }
    }
}

/// A place in one of a few clusters where the numbers are awkward, often the same as others, or anywhere.
func awkwardPlace(_ random: inout Seeded) throws -> Coordinate {
    let spread = random.pick(0, 0.000_01, 0.01, 3, 180)
    let latitude = random.pick(0, 90, -90, 89.999, 41.65) + .random(in: -spread...spread, using: &random)
    let longitude = random.pick(0, 180, -180, -83.54) + .random(in: -spread...spread, using: &random)
    return try place(min(90, max(-90, latitude)), min(180, max(-180, longitude)))
}
