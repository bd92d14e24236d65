import JSON
import Testing

@testable import Catalogue

private func kinds(_ json: String) throws -> KindTable {
    try CheckedValue.read(JSONValue(parsing: json.utf8), KindTable.init(reading:))
}

private func errors(_ json: String) throws -> [String] {
    do {
        _ = try kinds(json)
        return []
    } catch let error as ValidationErrors {
        return error.all.map(\.description)
    }
}

@Suite struct `The kinds of items` {
    @Test func `are listing and product without a config`() throws {
        #expect(KindTable.builtIn.kinds.map(\.name) == ["listing", "product"])
        let listing = try #require(KindTable.builtIn["listing"])
        #expect(
            listing.attributes == [
                Attribute(
                    name: "type",
                    type: .text(values: [
                        "house", "townhouse", "apartment", "studio", "duplex", "penthouse", "land", "commercial",
                        "other",
                    ])
                ),
                Attribute(name: "bedrooms", type: .number(unit: .bedroom), isWhole: true),
                Attribute(name: "bathrooms", type: .number(unit: .bathroom)),
                Attribute(name: "area", type: .number(unit: .squareMeter)),
            ]
        )
        #expect(listing.required == ["type", "price", "market", "listedAt"])
        #expect(KindTable.builtIn["product"]?.required == ["brand", "price"])
        #expect(KindTable.builtIn.kinds.map(\.link.template) == ["/listings/{id}", "/products/{id}"])
        #expect(listing.subtitle?.template == "{bedrooms} · {bathrooms} · {area}")
        #expect(KindTable.builtIn["product"]?.subtitle == nil)
        #expect(try kinds("{}") == .builtIn)
    }

    @Test func `include those that a config declares`() throws {
        let table = try kinds(
            """
            {"$about": "food", "restaurant": {
              "attributes": {
                "$why": "stars", "rating": {"type": "number", "decimals": 1}, "delivery": {"type": "number", "unit": "minute", "whole": true},
                "fee": {"type": "money"}, "cuisine": {"type": "text", "values": ["thai", "greek"]}, "note": {"type": "text"},
                "open": {"type": "flag"}, "since": {"type": "instant"}
              },
              "required": ["rating", "place"],
              "caption": ["{title}", "★ {rating} · {delivery}"],
              "subtitle": "{cuisine}",
              "label": "{title}, {rating}",
              "href": "https://example.com/{id}?from=home"
            }, "video": {}}
            """
        )
        #expect(table.kinds.map(\.name) == ["listing", "product", "restaurant", "video"])
        #expect(
            table["restaurant"]
                == Kind(
                    name: "restaurant",
                    attributes: [
                        Attribute(name: "rating", type: .number(unit: nil), decimals: 1),
                        Attribute(name: "delivery", type: .number(unit: .minute), isWhole: true),
                        Attribute(name: "cuisine", type: .text(values: ["thai", "greek"])),
                        Attribute(name: "fee", type: .money),
                        Attribute(name: "note", type: .text(values: [])),
                        Attribute(name: "open", type: .flag),
                        Attribute(name: "since", type: .instant),
                    ],
                    required: ["rating", "place"],
                    caption: ["{title}", "★ {rating} · {delivery}"],
                    subtitle: "{cuisine}",
                    label: "{title}, {rating}",
                    href: "https://example.com/{id}?from=home"
                )
        )
        #expect(table["video"] == Kind(name: "video"))
        #expect(table["video"]?.link.template == "/video/{id}")
        #expect(table["video"]?.caption.map(\.template) == ["{title}"])
    }

    private static func expectedAddress(_ found: String) -> String {
        "video.href: expected an address with {id} in it, such as \"/restaurants/{id}\", found \"\(found)\""
    }

    @Test(arguments: [
        ("7", "expected an object, found 7"),
        (#"{"listing": {}}"#, #""listing" is a built-in kind, and cannot be declared"#),
        (
            #"{"infoCard": {}, "brand": {}}"#,
            """
            brand: "brand" is reserved, and cannot name a kind
            infoCard: "infoCard" is reserved, and cannot name a kind
            """
        ),
        (#"{"video": {"href": "/videos"}}"#, Self.expectedAddress("/videos")),
        (#"{"video": {"href": "/a b/{id}"}}"#, Self.expectedAddress("/a b/{id}")),
        (#"{"video": {"href": "/{id}/{title}"}}"#, Self.expectedAddress("/{id}/{title}")),
        (
            #"{"video": {"attributes": {"live": {"type": "flag"}}, "caption": ["{title} {live}"]}}"#,
            #"video.caption[0]: "live" is a flag, which no line can show"#
        ),
        (#"{"Video": {}}"#, "Video: a kind's name is a lowercase letter, then up to 31 letters or digits"),
        (#"{"video": []}"#, "video: expected an object, found a list of 0"),
        (#"{"video": {"atributes": {}}}"#, #"video: unknown key "atributes"; did you mean "attributes"?"#),
        (#"{"video": {"attributes": []}}"#, "video.attributes: expected an object, found a list of 0"),
        (
            #"{"video": {"required": ["prise"]}}"#,
            #"video.required[0]: unknown field or attribute "prise"; did you mean "price"?"#
        ),
        (#"{"video": {"required": "price"}}"#, #"video.required: expected a list, found "price""#),
        (#"{"video": {"caption": []}}"#, "video.caption: expected 1 to 4 lines, found a list of 0"),
        (#"{"video": {"caption": [""]}}"#, #"video.caption[0]: expected a text that is not empty, found """#),
        (
            #"{"video": {"caption": ["{titel}"]}}"#,
            #"video.caption[0]: unknown field or attribute "titel"; did you mean "title"?"#
        ),
        (
            #"{"video": {"caption": ["{title", "a}", "{a{b}}", "{}{"]}}"#,
            """
            video.caption[0]: expected a line whose { } are closed, found "{title"
            video.caption[1]: expected a line whose { } are closed, found "a}"
            video.caption[2]: expected a line whose { } are closed, found "{a{b}}"
            video.caption[3]: unknown field or attribute ""; expected one of "address", "brand", "category", \
            "expiresAt", "listedAt", "market", "previousPrice", "price", "startsAt", "subtitle", "title"
            """
        ),
        (
            #"{"video": {"caption": ["{images}"]}}"#,
            #"video.caption[0]: unknown field or attribute "images"; expected one of "address", "brand", "category", "#
                + #""expiresAt", "listedAt", "market", "previousPrice", "price", "startsAt", "subtitle", "title""#
        ),
    ])
    func `are refused with the path of each mistake`(json: String, expected: String) throws {
        #expect(try errors(json).joined(separator: "\n") == expected)
    }

    @Test(arguments: [
        (
            #"{"a b": {"type": "flag"}}"#,
            ".a b: an attribute's name is a lowercase letter, then up to 31 letters or digits"
        ),
        (
            #"{"price": {"type": "money"}}"#,
            #".price: "price" is reserved, and cannot name an attribute"#
        ),
        (
            #"{"brandId": {"type": "text"}}"#,
            #".brandId: "brandId" is reserved, and cannot name an attribute"#
        ),
        (#"{"a": {}}"#, #".a: "type" is missing"#),
        (#"{"a": {"type": "nubmer", "unit": 7}}"#, #".a.type: unknown type "nubmer"; did you mean "number"?"#),
        (#"{"a": {"type": "number", "unit": "minutes"}}"#, #".a.unit: unknown unit "minutes"; did you mean "minute"?"#),
        (#"{"a": {"type": "number", "whole": 1}}"#, ".a.whole: expected true or false, found 1"),
        (
            #"{"a": {"type": "number", "values": ["x"]}}"#,
            #".a: unknown key "values"; expected one of "decimals", "type", "unit", "whole""#
        ),
        (#"{"a": {"type": "text", "unit": "day"}}"#, #".a: unknown key "unit"; expected one of "type", "values""#),
        (#"{"a": {"type": "text", "values": []}}"#, ".a.values: expected 1 to 100 values, found a list of 0"),
        (#"{"a": {"type": "text", "values": ["x", "x"]}}"#, #".a.values: "x" is given twice"#),
        (#"{"a": {"type": "text", "values": [7]}}"#, ".a.values[0]: expected a text that is not empty, found 7"),
    ])
    func `have attributes, and every mistake in them is reported`(attributes: String, expected: String) throws {
        #expect(try errors(#"{"video": {"attributes": \#(attributes)}}"#) == ["video.attributes" + expected])
    }

    @Test(arguments: [
        "id", "kind", "title", "subtitle", "price", "previousPrice", "brand", "category", "address", "latitude",
        "longitude",
        "market", "listedAt", "caption", "href", "accessibilityLabel", "accessibilityValue", "revision", "tracking",
        "isNew",
        "distance", "match", "reason", "image", "text", "place", "currency", "collection", "types",
    ])
    func `have no attribute with the name of a member of an item or a search`(name: String) throws {
        #expect(
            try errors(#"{"video": {"attributes": {"\#(name)": {"type": "flag"}}}}"#)
                == ["video.attributes.\(name): \"\(name)\" is reserved, and cannot name an attribute"]
        )
    }

    @Test(arguments: [
        ("{title}", [["{title}"]]), ("★ {rating} · {delivery}", [["★ ", "{rating}"], ["{delivery}"]]),
        ("{a}{b} c", [["{a}", "{b}", " c"]]), ("{price}", [["{price}"]]), ("a · b", [["a"], ["b"]]), ("{a", [["{a"]]),
        ("", [[]]),
    ])
    func `have captions of parts with values in them`(line: String, parts: [[String]]) {
        let attributes = ["a", "b", "delivery", "rating"].map { Attribute(name: $0, type: .number(unit: nil)) }
        let pieces = CaptionLine(line, attributes).parts.map { part in
            part.map { piece in
                switch piece {
                case .text(let text): text
                case .title, .ownSubtitle: "{title}"
                case .field(let field): "{\(field.rawValue)}"
                case .attribute(let index): "{\(attributes[index].name)}"
                }
            }
        }
        #expect(pieces == parts)
    }

    @Test func `are limited in number, as are their attributes`() throws {
        let many = (1...65).map { #""a\#($0)": {"type": "flag"}"# }.joined(separator: ",")
        #expect(
            try errors(#"{"video": {"attributes": {\#(many)}}}"#)
                == ["video.attributes: expected at most 64 attributes, found 65"]
        )
        let kinds = (1...33).map { #""k\#($0)": {}"# }.joined(separator: ",")
        #expect(try errors("{\(kinds)}") == ["expected at most 32 kinds, found 33"])
    }
}
