import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

private func mismatch(_ filter: ItemFilter, _ change: (inout House) -> Void = { _ in }) -> Reason? {
    let catalogue = SampleCatalogue([.house("it", change)])
    return catalogue.snapshot.mismatch(of: catalogue.row("it"), with: UserSearch(filter: filter))
}

private func search(
    types: Set<House.Kind> = [],
    price: ClosedInterval<Int64> = .all,
    bedrooms: ClosedInterval<Double> = .all,
    bathrooms: ClosedInterval<Double> = .all,
    area: ClosedInterval<Double> = .all,
    place: Area? = nil
) -> ItemFilter {
    var filter = ItemFilter(place: place, price: price)
    if !types.isEmpty { filter.attributes["type"] = .anyOf(Set(types.map(\.rawValue))) }
    for (name, range) in [("bedrooms", bedrooms), ("bathrooms", bathrooms), ("area", area)] where range.isBounded {
        filter.attributes[name] = .range(range)
    }
    return filter
}

@Suite struct `The mismatch of a listing with a search` {
    @Test func `has no mismatch if all conditions are met`() {
        let filter = search(
            types: [.house, .land],
            price: ClosedInterval(min: 200_000_00, max: 200_000_00),
            bedrooms: ClosedInterval(min: 3, max: 3),
            bathrooms: ClosedInterval(min: 1.5, max: 1.5),
            area: ClosedInterval(min: 100, max: 100),
            place: Area(center: .town, radius: 1)
        )
        #expect(mismatch(filter) == nil)
    }

    @Test(arguments: [
        (100, 99, 2), (100, 100, 0), (104, 100, 4), (10_401, 10_000, 5), (110, 100, 10), (100_000_01, 100_000_00, 1),
        (300, 100, 200), (1_099, 100, 999), (5_000, 100, 999), (5, 0, 999), (.max, 1, 999),
    ])
    func `has the percentage over the budget, rounded up`(price: Int64, max: Int64, percent: Int32) {
        let found = mismatch(search(price: ClosedInterval(max: max))) {
            $0.price = Money(amount: price, currency: "USD")
        }
        #expect(found == (percent == 0 ? nil : Reason(.overBudget, percent)))
    }

    @Test(arguments: [(99, 100, 1), (100, 100, 0), (9_599, 10_000, 5), (0, 100, 100), (99_999_99, 100_000_00, 1)])
    func `has the percentage under the minimum, rounded up`(price: Int64, min: Int64, percent: Int32) {
        let found = mismatch(search(price: ClosedInterval(min: min))) {
            $0.price = Money(amount: price, currency: "USD")
        }
        #expect(found == (percent == 0 ? nil : Reason(.underBudget, percent)))
    }

    @Test(arguments: [(999.0, 0), (1_000.2, 1), (2_199.5, 1_200), (6_000.5, 5_001)])
    func `has the metres outside the area, rounded up`(distance: Double, meters: Int32) {
        let found = mismatch(search(place: Area(center: .town, radius: 1_000))) {
            $0.place = .town.north(distance)
        }
        #expect(found == (meters == 0 ? nil : Reason(.outsideArea, meters)))
    }

    @Test(arguments: [
        (search(bedrooms: ClosedInterval(min: 5)), Reason(.fewerBedrooms, 2)),
        (search(bedrooms: ClosedInterval(max: 2)), Reason(.moreBedrooms, 1)),
        (search(bathrooms: ClosedInterval(min: 2)), Reason(.fewerBathrooms, 500)),
        (search(bathrooms: ClosedInterval(max: 1)), Reason(.moreBathrooms, 500)),
        (search(area: ClosedInterval(min: 125)), Reason(.smaller, 20)),
        (search(area: ClosedInterval(min: 100.1)), Reason(.smaller, 1)),
        (search(area: ClosedInterval(max: 80)), Reason(.larger, 25)),
        (search(types: [.apartment, .studio]), Reason(.otherType)),
    ])
    func `names the condition and the difference`(filter: ItemFilter, expected: Reason) {
        #expect(mismatch(filter) == expected)
    }

    @Test func `ignores rounding errors of decimal fractions`() {
        #expect(mismatch(search(area: ClosedInterval(min: 74.3))) { $0.area = 70.585 } == Reason(.smaller, 5))
    }

    @Test func `is the most important one of several`() {
        let expected = [
            Reason(.overBudget, 100), Reason(.outsideArea, 1_000), Reason(.fewerBedrooms, 1),
            Reason(.moreBathrooms, 500),
            Reason(.smaller, 50), Reason(.otherType),
        ]
        for (met, first) in expected.enumerated() {
            let filter = search(
                types: [.land],
                price: met > 0 ? .all : ClosedInterval(max: 100_000_00),
                bedrooms: met > 2 ? .all : ClosedInterval(min: 4),
                bathrooms: met > 3 ? .all : ClosedInterval(max: 1),
                area: met > 4 ? .all : ClosedInterval(min: 200),
                place: met > 1 ? nil : Area(center: .town.north(1_999.5), radius: 1_000)
            )
            #expect(mismatch(filter) == first)
        }
    }

    @Test func `is a missing value after all others`() {
        let kinds: [Reason.Kind] = [
            .otherType, .placeNotStated, .bedroomsNotStated, .bathroomsNotStated, .areaNotStated,
        ]
        for (met, first) in kinds.enumerated() {
            let filter = search(
                types: met > 0 ? [] : [.land],
                bedrooms: met > 2 ? .all : ClosedInterval(min: 1),
                bathrooms: met > 3 ? .all : ClosedInterval(min: 1),
                area: ClosedInterval(min: 1),
                place: met > 1 ? nil : Area(center: .town, radius: 1)
            )
            let found = mismatch(filter) {
                $0.bedrooms = nil
                $0.bathrooms = nil
                $0.area = nil
                $0.place = nil
            }
            #expect(found == Reason(first))
        }
    }

    @Test(arguments: [Int64.min, .max])
    func `survives the extreme values of a request`(end: Int64) {
        let whole = ClosedInterval(min: end, max: end)
        let count = ClosedInterval(min: Double(end), max: Double(end))
        let filter = search(price: whole, bedrooms: count, area: ClosedInterval(max: -1))
        #expect(mismatch(filter) != nil)
    }

    @Test func `is another one for an attribute without a mismatch of its own`() {
        let catalogue = SampleCatalogue([.restaurant("it")])
        let filter = ItemFilter(
            brand: "b",
            attributes: [
                "rating": .range(ClosedInterval(min: 5)), "cuisine": .anyOf(["thai"]), "delivery": .flag(false),
            ]
        )
        let row = catalogue.row("it", "restaurant")
        for (name, condition) in filter.attributes where name != "cuisine" {
            let search = UserSearch(kind: "restaurant", filter: ItemFilter(attributes: [name: condition]))
            #expect(catalogue.snapshot.mismatch(of: row, with: search) == Reason(.otherType))
        }
        let search = UserSearch(kind: "restaurant", filter: filter)
        #expect(catalogue.snapshot.mismatch(of: row, with: search) == Reason(.otherType))
    }

    @Test(arguments: 0..<20)
    func `agrees with the results of the search`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let catalogue = SampleCatalogue((0..<200).map { House.random(&generator).item("\($0)") })
        let rows = (0..<200).map { catalogue.row("\($0)") }
        for _ in 0..<50 {
            var filter = ItemFilter.random(&generator)
            filter.market = nil
            let found = Set(catalogue.snapshot.rows(rows, matching: ItemQuery(filter: filter), at: 0))
            for row in rows {
                let search = UserSearch(filter: filter)
                let mismatch = catalogue.snapshot.mismatch(of: row, with: search)
                #expect((mismatch == nil) == found.contains(row))
                #expect(mismatch?.isNothing != true)
            }
        }
    }
}

extension Reason {
    /// Whether it says "0% over" or the like.
    fileprivate var isNothing: Bool { value <= 0 && kind.rawValue < Kind.otherType.rawValue }
}
