import Bytes
import Foundation
import JSON
import Localization
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import HomeLayout

extension Card {
    /// The card of an item with its own brand.
    fileprivate init(_ item: CatalogueItem, _ kind: Kind, _ localizer: Localizer) {
        var arrival: Int64 = 0
        let bytes = PackedItem(item, succeeding: nil, nextArrival: &arrival, at: 0).bytes
        guard let view = PackedItemView(bytes.span, kind.attributes) else {
            preconditionFailure("the item is malformed")
        }
        var renderer = CardRenderer(localizer)
        self = renderer.card(view, item.brand, kind)
    }

    /// The card as JSON, without its revision and all that is not the card's.
    func json() throws -> String {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: storage.length(nil)) { storage.write(to: &$0, captionLines: Self.measuredLines) }
        let json = String(decoding: bytes, as: UTF8.self)
        return try #require(json.split(separator: #","revision":""#).first) + "}"
    }
}

/// The member of a card without an image of its own.
private func placeholder(_ id: String) -> String { #""placeholder":"\#(RGBColor(of: id.utf8.span))","# }

private func kinds(_ json: String) throws -> KindTable {
    try CheckedValue.read(JSONValue(parsing: json.utf8), KindTable.init(reading:))
}

private enum Spoken {
    static func get() throws -> SupportedLanguages {
        let json = try JSONValue(parsing: "{\(WordFiles.all)}".utf8)
        return try CheckedValue.read(json) { value in
            value.object { object in
                object.required("localization").flatMap { value in
                    SupportedLanguages(reading: value, file: WordFiles.fixtures.read)
                }
            }
        }
    }
}

private func localizer(_ tag: String) throws -> Localizer {
    let tag = try #require(LanguageTag(tag))
    return try #require(try Spoken.get().localizer(for: tag))
}

@Suite struct `The card of a listing or a product` {
    private let listing = CatalogueItem(
        id: .init(kind: "listing", id: "a?b#c%20&"),
        title: "A \"quiet\" house",
        images: ["https://img.example/a.jpg", "https://img.example/b.jpg"],
        price: Money(amount: 22_190_000, currency: "USD"),
        place: Coordinate(latitude: 41.65, longitude: -83.54),
        address: "1 Main St",
        market: "toledo",
        listedAt: 830_217_600,
        attributes: [
            "type": .text("townhouse"), "bedrooms": .number(3), "bathrooms": .number(1.5), "area": .number(111.6),
        ]
    )

    private func card(_ item: CatalogueItem, _ tag: String = "en") throws -> Card {
        let kind = try #require(KindTable.builtIn[item.id.kind])
        return try Card(item, kind, localizer(tag))
    }

    @Test func `of a listing has all that the listing states`() throws {
        #expect(
            try card(listing).json() == #"""
                {"id":"listing:a?b#c%20&","kind":"listing","title":"A \"quiet\" house",\#
                "accessibilityLabel":"A \"quiet\" house, $221,900, 3 bedrooms, 1.5 bathrooms, 112 square meters, \#
                1 Main St",\#
                "price":{"amount":22190000,\#
                "currency":"USD","formatted":"$221,900"},"attributes":{"type":"townhouse","bedrooms":3,\#
                "bathrooms":1.5,"area":111.6},"address":"1 Main St","latitude":41.65,"longitude":-83.54,\#
                "market":"toledo","listedAt":"1996-04-23","href":"/listings/a%3Fb%23c%2520%26",\#
                \#(placeholder("listing:a?b#c%20&"))"caption":[{"text":"$221,900"},{"text":"A \"quiet\" house"},{"text":"3 bd · 1.5 ba · 112 m²"}]}
                """#
        )
    }

    @Test func `of a listing leaves out what the listing does not state`() throws {
        var listing = listing
        listing.attributes = ["type": .text("townhouse")]
        (listing.place, listing.address, listing.listedAt) = (nil, nil, 0)
        #expect(
            try card(listing).json() == #"""
                {"id":"listing:a?b#c%20&","kind":"listing","title":"A \"quiet\" house",\#
                "accessibilityLabel":"A \"quiet\" house, $221,900","price":{"amount":22190000,\#
                "currency":"USD","formatted":"$221,900"},"attributes":{"type":"townhouse"},"market":"toledo",\#
                "listedAt":"1970-01-01","href":"/listings/a%3Fb%23c%2520%26",\#
                \#(placeholder("listing:a?b#c%20&"))"caption":[{"text":"$221,900"},\#
                {"text":"A \"quiet\" house"}]}
                """#
        )
    }

    @Test func `of a product has all that the product states`() throws {
        let product = CatalogueItem(
            id: .init(kind: "product", id: "p1"),
            title: "A coat",
            images: ["/a.jpg"],
            price: Money(amount: 128_950, currency: "USD"),
            brand: Brand(id: "comme-des-garcons", name: "Comme des Garçons"),
            category: "coats",
            collections: ["new"]
        )
        #expect(
            try card(product, "de-AT").json() == #"""
                {"id":"product:p1","kind":"product","title":"A coat",\#
                "accessibilityLabel":"Comme des Garçons, A coat, $\#u{a0}1.289,50",\#
                "brand":{"id":"comme-des-garcons",\#
                "name":"Comme des Garçons"},"price":{"amount":128950,"currency":"USD",\#
                "formatted":"$\#u{a0}1.289,50"},"category":"coats","href":"/products/p1",\#
                \#(placeholder("product:p1"))"caption":[{"text":"$\#u{a0}1.289,50"},{"text":"Comme des Garçons"},{"text":"A coat"}]}
                """#
        )
    }

    @Test(arguments: [
        ("en-US", "3 bd · 1.5 ba · 1,201 ft²", "3 bedrooms, 1.5 bathrooms, 1,201 square feet"),
        ("de", "3 Schlafz. · 1,5 Bäder · 112 m²", "3 Schlafzimmer, 1,5 Bäder, 112 Quadratmeter"),
    ])
    func `tells sizes as it is usual where the user is`(locale: String, subtitle: String, label: String) throws {
        let json = try card(listing, locale).json()
        #expect(json.contains(#"{"text":"\#(subtitle)"}]"#), "\(json)")
        #expect(json.contains(", \(label), 1 Main St"), "\(json)")
    }

    @Test(arguments: [22_190_000, 22_189_999, 0] as [Int64])
    func `shows no former price that is not higher`(amount: Int64) throws {
        var item = listing
        item.previousPrice = amount
        #expect(try !card(item).json().contains("previousPrice"))
    }

    @Test func `shows a former price, and the item's own subtitle and address on the Web`() throws {
        var item = listing
        (item.previousPrice, item.subtitle, item.href) = (23_000_000, "Reduced", "https://example.com/a")
        let json = try card(item).json()
        #expect(
            json.contains(
                #""formatted":"$221,900"},"previousPrice":{"amount":23000000,"currency":"USD","formatted":"$230,000"}"#
            )
        )
        #expect(
            json.contains(#"{"text":"$221,900","former":"$230,000"},"#) && json.contains(#"{"text":"Reduced"}"#)
                && json.contains(#""href":"https://example.com/a""#)
        )
        #expect(json.contains(#""accessibilityLabel":"A \"quiet\" house, Reduced, $221,900, 3 bedrooms"#))
    }
}

@Suite struct `The card of a declared kind` {
    private static let restaurants = """
        {"restaurant": {
          "attributes": {
            "rating": {"type": "number"}, "delivery": {"type": "number", "unit": "minute"}, "fee": {"type": "money"},
            "cuisine": {"type": "text"}, "open": {"type": "flag"}, "since": {"type": "instant"}
          },
          "required": ["rating"],
          "caption": ["{title}", "★ {rating} · {delivery} · from {fee}", "{cuisine}", "since {since}"],
          "href": "/r/{id}?from=home"
        }}
        """
    private let restaurant = CatalogueItem(
        id: .init(kind: "restaurant", id: "a/b"),
        title: "Siam",
        images: ["/siam.jpg"],
        place: Coordinate(latitude: 41, longitude: 29),
        address: "2 Main St",
        attributes: [
            "rating": .number(4.5), "delivery": .number(25), "fee": .money(Money(amount: 199, currency: "EUR")),
            "cuisine": .text("Thai \"food\""), "open": .flag(true), "since": .instant(830_260_800), "stars": .number(3),
        ]
    )

    private func card(_ item: CatalogueItem, _ tag: String = "en", _ kinds: String = restaurants) throws -> Card {
        let table = try HomeFeedTests.kinds(kinds)
        return try Card(item, #require(table[item.id.kind]), localizer(tag))
    }

    @Test func `has its attributes, and the lines of its caption`() throws {
        #expect(
            try card(restaurant).json() == #"""
                {"id":"restaurant:a/b","kind":"restaurant","title":"Siam",\#
                "accessibilityLabel":"Siam, ★ 4.5, 25 min, from €1.99, Thai \"food\", since Apr 23, 1996, \#
                2 Main St",\#
                "attributes":{"rating":4.5,"delivery":25,\#
                "fee":{"amount":199,"currency":"EUR","formatted":"€1.99"},"cuisine":"Thai \"food\"",\#
                "since":"1996-04-23T12:00:00Z","open":true},"address":"2 Main St","latitude":41,"longitude":29,\#
                "href":"/r/a%2Fb?from=home",\#
                \#(placeholder("restaurant:a/b"))"caption":[{"text":"Siam"},{"text":"★ 4.5 · 25 min · from €1.99"},{"text":"Thai \"food\""},\#
                {"text":"since Apr 23, 1996"}]}
                """#
        )
    }

    @Test func `drops the parts and lines of its caption whose values are missing`() throws {
        var item = restaurant
        item.attributes = ["rating": .number(4), "fee": .text("no money")]
        let json = try card(item).json()
        #expect(json.contains(#""attributes":{"rating":4},"address""#), "\(json)")
        #expect(json.contains(#""caption":[{"text":"Siam"},{"text":"★ 4"}]}"#), "\(json)")
        item.attributes = [:]
        let bare = try card(item).json()
        #expect(!bare.contains("attributes") && bare.contains(#""caption":[{"text":"Siam"}]}"#), "\(bare)")
    }

    @Test func `leads to an address of its kind where none is declared`() throws {
        let item = CatalogueItem(id: .init(kind: "video", id: "v1"), title: "A film", listedAt: 830_217_600)
        #expect(
            try card(item, "en", #"{"video": {}}"#).json() == """
                {"id":"video:v1","kind":"video","title":"A film","accessibilityLabel":"A film",\
                "listedAt":"1996-04-23","href":"/video/v1",\(placeholder("video:v1"))"caption":[{"text":"A film"}]}
                """
        )
    }

    @Test(arguments: [
        (
            "en",
            [
                "1,234.57", "12.5%", "850 m", "1.5 m", "25 min", "1.5 hr", "1 day", "2 years", "5 g", "2 kg", "330 mL",
                "1 L",
            ]
        ),
        (
            "en-US",
            [
                "1,234.57", "12.5%", "0.5 mi", "1.5 m", "25 min", "1.5 hr", "1 day", "2 years", "5 g", "2 kg", "330 mL",
                "1 L",
            ]
        ),
        (
            "de",
            [
                "1.234,57", "12,5\u{a0}%", "850 m", "1,5 m", "25 Min.", "1,5 Std.", "1 Tag", "2 Jahre", "5 g", "2 kg",
                "330 ml",
                "1 l",
            ]
        ),
        (
            "tr",
            [
                "1.234,57", "%12,5", "850 m", "1,5 m", "25 dk.", "1,5 sa.", "1 gün", "2 yıl", "5 g", "2 kg", "330 ml",
                "1 l",
            ]
        ),
        (
            "ar",
            [
                "1,234.57", "12.5\u{200e}%\u{200e}", "850 م", "1.5 م", "25 د", "1.5 س", "يوم واحد", "سنتان", "5 غ",
                "2 كغ", "330 مل",
                "1 ل",
            ]
        ),
    ])
    func `tells numbers in their units`(locale: String, expected: [String]) throws {
        let values: [(AttributeUnit?, Double)] = [
            (nil, 1_234.567), (.percent, 12.5), (.kilometer, 0.85), (.meter, 1.5), (.minute, 25), (.hour, 1.5),
            (.day, 1), (.year, 2),
            (.gram, 5), (.kilogram, 2), (.milliliter, 330), (.liter, 1),
        ]
        let localizer = try localizer(locale)
        let texts = values.map { unit, number in
            localizer.text { localizer.write(number, unit, decimals: nil, isSpoken: false, to: &$0) }
        }
        #expect(texts == expected)
    }
}

@Suite struct `The kinds of items in a document` {
    @Test func `are those of the config, and some that no config can declare`() {
        #expect(Set(ItemKind.allCases.map(\.rawValue)) == Set(Kind.reservedNames))
    }
}
