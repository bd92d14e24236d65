import SeededRandom
import Testing

@testable import Catalogue

/// A difference between two houses, the first of which is closer to the tests' house than the second.
struct Feature: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let closer: @Sendable (inout House) -> Void
    let farther: @Sendable (inout House) -> Void

    init(
        _ name: String,
        closer: @escaping @Sendable (inout House) -> Void,
        farther: @escaping @Sendable (inout House) -> Void
    ) {
        testDescription = name
        self.closer = closer
        self.farther = farther
    }

    static let all = [
        Feature("dearer", closer: { $0.price.raise(4) }, farther: { $0.price.raise(9) }),
        Feature("cheaper", closer: { $0.price.raise(-4) }, farther: { $0.price.raise(-9) }),
        Feature("fewer bedrooms", closer: { $0.bedrooms = 2 }, farther: { $0.bedrooms = 1 }),
        Feature("more bedrooms", closer: { $0.bedrooms = 4 }, farther: { $0.bedrooms = 6 }),
        Feature("smaller", closer: { $0.area = 90 }, farther: { $0.area = 80 }),
        Feature("larger", closer: { $0.area = 110 }, farther: { $0.area = 120 }),
        Feature("elsewhere", closer: { $0.place = .town.north(500) }, farther: { $0.place = .town.north(-900) }),
        Feature("of the same type", closer: { _ in }, farther: { $0.type = .land }),
        Feature("in the same currency", closer: { _ in }, farther: { $0.price = Money(amount: 1, currency: "CAD") }),
        Feature("not stated rather than far off", closer: { $0.bedrooms = nil }, farther: { $0.bedrooms = 9 }),
        Feature("the same rather than not stated", closer: { $0.bedrooms = 3 }, farther: { $0.bedrooms = nil }),
    ]

    /// Both houses. The farther one was listed later, so that it would be the first if their scores were equal.
    var pair: [CatalogueItem] {
        [
            .house("farther") {
                farther(&$0)
                $0.listedAt = 3_000
            },
            .house("closer") {
                closer(&$0)
                $0.listedAt = 2_000
            },
        ]
    }

    /// Houses in another market, so that the values of the kind vary.
    static let elsewhere = {
        var generator = SplitMix64(seed: 11)
        return (0..<300).map { number in
            var house = House.random(&generator)
            house.market = "seattle"
            return house.item("elsewhere \(number)")
        }
    }()
}
