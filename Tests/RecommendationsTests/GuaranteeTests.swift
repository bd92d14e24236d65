import Catalogue
import Testing

@testable import Recommendations

/// A random catalogue, and a user with or without a history.
private struct Scene {
    let catalogue: SampleCatalogue
    let query: RecommendationQuery
    let count: Int

    init(seed: UInt64, reversed: Bool = false) {
        var generator = SplitMix(state: seed)
        let houses = (0..<700).map { House.random(&generator).item("\($0)") }
        catalogue = SampleCatalogue(reversed ? houses.reversed() : houses)
        let openedCount = [0, 1, 5, 20, 60].randomElement(using: &generator)!
        let opened = houses.shuffled(using: &generator).prefix(openedCount)
        let hasSearched = Int.random(in: 0...4, using: &generator) > 0
        query = RecommendationQuery(
            record: UserRecord(
                lastSearch: hasSearched ? UserSearch(filter: .random(&generator)) : nil,
                opened: opened.map(\.id)
            ),
            place: Bool.random(using: &generator) ? .random(&generator) : nil
        )
        count = .random(in: 1...60, using: &generator)
    }

    /// Checks the guarantees for a result.
    func check(_ found: [RecommendedItem], limit: Int) {
        let snapshot = catalogue.snapshot
        let ids = found.map { snapshot.id(of: $0.row) }
        #expect(found.count <= limit)
        #expect(Set(ids).count == found.count)
        #expect(Set(query.record.opened).isDisjoint(with: ids))
        #expect(found.allSatisfy { (0...1).contains($0.score) })
        guard let search = query.record.lastSearch else {
            #expect(found.allSatisfy { $0.fit == nil })
            return
        }
        let market = search.filter.market
        #expect(found.allSatisfy { market == nil || snapshot.market(of: $0.row) == market })
        let fitting = snapshot.rows(found.map(\.row), matching: ItemQuery(filter: search.filter), at: 0)
        #expect(fitting == found.map(\.row).prefix(fitting.count).map(\.self))
        #expect(found.map { $0.fit?.fits } == found.indices.map { $0 < fitting.count })
        for group in [found.prefix(fitting.count), found.dropFirst(fitting.count)] {
            #expect(zip(group, group.dropFirst()).allSatisfy { $0.score >= $1.score })
        }
    }
}

/// Guards, over random catalogues, what holds for all recommendations.
@Suite struct `Recommendations are` {
    @Test(arguments: 0..<60)
    func `limited, distinct, new to the user, in the market, fitting items first`(seed: UInt64) {
        let scene = Scene(seed: seed)
        let found = scene.catalogue.recommended(scene.query, count: scene.count)
        scene.check(found, limit: min(scene.count, 2 * CatalogueSnapshot.maximumRecommendations))
    }

    @Test(arguments: 0..<20)
    func `independent of the order in which items were added`(seed: UInt64) {
        let (one, other) = (Scene(seed: seed), Scene(seed: seed, reversed: true))
        let found = [one, other].map { scene in
            scene.catalogue.ids(scene.catalogue.recommended(scene.query, count: scene.count))
        }
        #expect(found[0] == found[1])
    }

    @Test(arguments: 0..<30)
    func `the eligible items of a ranking service, fitting items first`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        let scene = Scene(seed: seed)
        let snapshot = scene.catalogue.snapshot
        let ranked = (0..<300).map { _ in
            CatalogueItem.ID(kind: "listing", id: "\(Int.random(in: 0..<800, using: &generator))")
        }
        let ranking = snapshot.ranking(of: ranked.compactMap { snapshot.row(of: $0) }, for: scene.query, at: 0)
        let found = ranking.best(scene.count, in: snapshot, at: 0)
        scene.check(found, limit: scene.count)
        #expect(found.count == min(scene.count, ranking.count))
        #expect(ranking.best(0, in: snapshot, at: 0).isEmpty)
    }

    @Test(arguments: [Double.leastNonzeroMagnitude, 0, .greatestFiniteMagnitude, -1])
    func `none if the bounds of a search are absurd`(end: Double) {
        let filter = ItemFilter(
            place: Area(center: .town, radius: .greatestFiniteMagnitude),
            price: ClosedInterval(min: .max, max: .max),
            attributes: ["area": .range(ClosedInterval(min: end, max: end))]
        )
        #expect(SampleCatalogue([.house("a")]).recommended(filter, count: .max) == [])
    }
}

@Suite struct `Scores` {
    @Test(arguments: 0..<20)
    func `are the documented weighted mean`(seed: UInt64) {
        var generator = SplitMix(state: seed)
        let houses = (0..<300).map { _ in House.random(&generator) }
        let catalogue = SampleCatalogue(houses.enumerated().map { $1.item("\($0)") })
        let opened = houses[0]
        let profile = UserProfile(search: nil, opened: [catalogue.row("0")], place: nil, in: catalogue.snapshot)
        let rows = houses.indices.map { catalogue.row("\($0)") }
        let scores = profile.scores(of: ComparedColumns(preferred: rows, in: catalogue.snapshot), kind: 0)
        for (house, score) in zip(houses, scores) {
            #expect(abs(Double(score) - likeness(of: house, to: opened)) < 1e-3)
        }
    }

    /// The likeness as it is documented, with the exact distance.
    private func likeness(of house: House, to other: House) -> Double {
        func at(_ difference: Double, _ halfway: Double) -> Double { halfway / (halfway + difference) }
        let price = at(Double(abs(house.price.amount - other.price.amount)) / Double(other.price.amount), 0.2)
        let place = house.place.flatMap { place in other.place.map { at($0.distance(to: place), 2_000) } } ?? 0.5
        let families: [Set<House.Kind>] = [[.house, .townhouse], [.apartment, .studio, .duplex, .penthouse]]
        let isRelated = families.contains { $0.contains(house.type) && $0.contains(other.type) }
        let type = house.type == other.type ? 1 : isRelated ? 0.5 : 0
        let bedrooms = house.bedrooms.flatMap { one in other.bedrooms.map { at(Double(abs(one - $0)), 1) } } ?? 0.5
        let area = house.area.flatMap { one in other.area.map { at(abs(one - $0) / $0, 0.25) } } ?? 0.5
        return 0.3 * price + 0.25 * place + 0.2 * type + 0.15 * bedrooms + 0.1 * area
    }
}
