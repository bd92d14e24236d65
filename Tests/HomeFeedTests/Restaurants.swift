import HomeFeed
import SeededRandom
import Testing

@testable import Catalogue

/// A kind of item that only a config declares.
enum Restaurants {
    static let kinds = #"""
        "kinds": {"restaurant": {
          "attributes": {"rating": {"type": "number"}, "delivery": {"type": "number", "unit": "minute"}, "open": {"type": "flag"}},
          "required": ["place"], "caption": ["{title}", "★ {rating} · {delivery}"]}}
        """#

    /// A config of one segment with these widgets.
    static func config(_ widgets: String...) -> String {
        #"""
        {"title": "Dinner", \#(kinds),
         "segments": [{"id": "dinner", "title": "Dinner", "widgets": [\#(widgets.joined(separator: ", "))]}]}
        """#
    }

    static func restaurant(
        _ id: String,
        rating: Double? = 4,
        delivery: Double? = 30,
        isOpen: Bool = true,
        price: Money? = Money(amount: 1_000, currency: "USD"),
        category: String = "pizza",
        at place: Coordinate = .town,
        listedAt: Instant = 0
    ) -> CatalogueItem {
        var attributes: [String: AttributeValue] = ["open": .flag(isOpen)]
        if let rating { attributes["rating"] = .number(rating) }
        if let delivery { attributes["delivery"] = .number(delivery) }
        return CatalogueItem(
            id: CatalogueItem.ID(kind: "restaurant", id: id),
            title: "Restaurant \(id)",
            price: price,
            place: place,
            category: category,
            listedAt: listedAt,
            attributes: attributes
        )
    }

    /// Restaurants of few ratings and times, so that much is decided by ties.
    static func random(_ count: Int, _ generator: inout SplitMix64) -> [CatalogueItem] {
        (0..<count).map { number in
            restaurant(
                "r\(number)",
                rating: generator.pick(nil, 3, 3.5, 4, 4.5, 5),
                delivery: generator.pick(nil, 10, 20, 30),
                isOpen: generator.pick(true, false),
                price: generator.pick(
                    nil,
                    Money(amount: .random(in: 1...4, using: &generator), currency: "USD"),
                    Money(amount: .random(in: 1...4, using: &generator), currency: "USD"),
                    Money(amount: .random(in: 1...4, using: &generator), currency: "CAD")
                ),
                category: generator.pick("pizza", "thai"),
                at: .random(&generator),
                listedAt: Instant(seconds: .random(in: 0...3, using: &generator))
            )
        }
    }
}
