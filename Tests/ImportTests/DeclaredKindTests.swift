import JSON
import Testing

@testable import Catalogue
@testable import Import

private let kinds = """
    {"restaurant": {
      "attributes": {
        "rating": {"type": "number"}, "delivery": {"type": "number", "unit": "minute"}, "open": {"type": "flag"},
        "since": {"type": "instant"}, "fee": {"type": "money"}, "cuisine": {"type": "text", "values": ["thai", "greek"]}
      },
      "required": ["rating", "place", "images"]
    }}
    """

private func kindTable() throws -> KindTable {
    try CheckedValue.read(JSONValue(parsing: kinds.utf8), KindTable.init(reading:))
}

private let fields = [
    "id": #"{"column": "id"}"#, "title": #"{"column": "name"}"#, "subtitle": #"{"column": "note"}"#,
    "image": #"{"column": "photo"}"#, "href": #"{"template": "/restaurants/{id}"}"#,
    "latitude": #"{"column": "lat"}"#, "longitude": #"{"column": "lon"}"#,
    "price": #"{"column": "menu"}"#, "currency": #"{"constant": "EUR"}"#, "previousPrice": #"{"column": "was"}"#,
    "brand": #"{"column": "chain"}"#, "brandId": #"{"column": "chain", "as": "slug"}"#,
    "status": #"{"column": "state"}"#, "rating": #"{"column": "stars", "max": 5}"#,
    "delivery": #"{"column": "wait", "unit": "hour"}"#,
    "open": #"{"column": "open", "table": {"o": "yes", "c": false}}"#,
    "since": #"{"column": "opened", "date": "yyyy"}"#, "cuisine": #"{"column": "food"}"#,
    "fee": #"{"column": "fee", "currency": {"constant": "JPY"}}"#,
]

private let header = "id,name,note,photo,lat,lon,menu,was,chain,state,stars,wait,open,opened,food,fee"
private let row = "r1,Thai Palace,Since ever,p.jpg,41.6,-83.5,12.50,15,Palace Ltd,outOfStock,4.5,0.5,o,1998,thai,300"

private func mapping(_ changes: [String: String?] = [:]) throws -> Mapping {
    let fields = fields.merging(changes.compactMapValues(\.self)) { $1 }
        .filter { changes[$0.key].map { $0 != nil } ?? true }
    let text = fields.map { "\"\($0)\": \($1)" }.sorted().joined(separator: ", ")
    return try Mapping(
        parsing: #"{"format": "csv", "kind": "restaurant", "fields": {\#(text)}}"#.utf8,
        kinds: kindTable()
    )
}

/// The errors of the mapping with some fields changed, or left out.
private func errors(_ changes: [String: String?]) throws -> [String] {
    do {
        _ = try mapping(changes)
        return []
    } catch ImportError.invalidMapping(let errors) {
        return errors.all.map(\.description)
    }
}

/// The column and the reason of the rejection of the row with these columns changed.
private func rejection(_ changes: [String: String]) throws -> String? {
    let names = header.split(separator: ",").map(String.init)
    let values = zip(names, row.split(separator: ",")).map { changes[$0] ?? String($1) }
    let mapping = try mapping()
    var reader = try mapping.layout.reader(
        of: MemoryBytes("\(header)\n\(values.joined(separator: ","))".utf8),
        columns: mapping.columns,
        maxRecordSize: 1_000
    )
    guard case .success(let record)? = try reader.next() else { return "no record" }
    do throws(ValueError) {
        _ = try mapping.fields.item(of: record)
        return nil
    } catch {
        return "\(error.column ?? "-"): \(error)"
    }
}

@Suite struct `A mapping of a declared kind` {
    @Test func `fills the fields of every kind and the kind's attributes`() async throws {
        let folder = try Folder()
        let sparse = "r2,Bare,,q.jpg,0,0,,,,,3,,,,,"
        let file = try folder.write("food.csv", "\(header)\n\(row)\n\(sparse)\n".utf8)
        let sink = MemoryItems()
        let summary = try await importFiles(file, by: mapping(), into: sink)
        #expect(summary.description == "2 read: 2 new, 0 changed, 0 unchanged, 0 rejected")
        #expect(
            sink.items["r1"]
                == CatalogueItem(
                    id: .init(kind: "restaurant", id: "r1"),
                    title: "Thai Palace",
                    subtitle: "Since ever",
                    images: ["p.jpg"],
                    href: "/restaurants/r1",
                    price: Money(amount: 1_250, currency: "EUR"),
                    previousPrice: 1_500,
                    place: Coordinate(latitude: 41.6, longitude: -83.5),
                    brand: Brand(id: "palace-ltd", name: "Palace Ltd"),
                    status: .outOfStock,
                    attributes: [
                        "rating": .number(4.5), "delivery": .number(30), "open": .flag(true),
                        "since": .instant(883_612_800), "fee": .money(Money(amount: 300, currency: "JPY")),
                        "cuisine": .text("thai"),
                    ]
                )
        )
        #expect(
            sink.items["r2"]
                == CatalogueItem(
                    id: .init(kind: "restaurant", id: "r2"),
                    title: "Bare",
                    images: ["q.jpg"],
                    href: "/restaurants/r2",
                    place: Coordinate(latitude: 0, longitude: 0),
                    attributes: ["rating": .number(3)]
                )
        )
    }

    @Test(arguments: [
        (["open": "TRUE"], "open: expected a word of the table, found \"TRUE\""),
        (["stars": "good"], "stars: expected a number, found \"good\""),
        (["stars": "6"], "stars: expected a number from 0 to 5, found 6"),
        (["wait": "-1"], "wait: expected a number of at least 0, found -1"),
        (["opened": "98"], "opened: expected a date written as \"yyyy\", found \"98\""),
        (["food": "greeek"], "food: expected a known cuisine, found \"greeek\"; did you mean \"greek\"?"),
        (["fee": "2.5"], "fee: expected an amount of at most 0 decimals, found 2.5"),
        (["menu": "12.345"], "menu: expected an amount of at most 2 decimals, found 12.345"),
        (["state": "hiden"], "state: expected a known status, found \"hiden\"; did you mean \"hidden\"?"),
        (["stars": ""], "stars: rating is missing"), (["photo": ""], "photo: images is missing"),
        (["lat": "", "lon": ""], "lat, lon: place is missing"), (["name": ""], "name: title is missing"),
    ])
    func `rejects a record with invalid or missing values`(
        changes: [String: String],
        expected: String
    ) throws {
        #expect(try rejection(changes) == expected)
    }

    @Test(arguments: ["true", "YES", "1"], [("No", false), ("false", false), ("0", false), ("Yes", true)])
    func `reads flags as words`(first: String, second: (String, Bool)) throws {
        #expect(Bool(flag: first) == true)
        #expect(Bool(flag: second.0) == second.1)
        #expect(Bool(flag: "on") == nil)
    }

    @Test(
        arguments: [
            (["bedrooms": #"{"column": "a"}"#], #"fields: unknown key "bedrooms"; expected one of "address""#),
            (["ratin": #"{"column": "a"}"#], #"fields: unknown key "ratin"; did you mean "rating"?"#),
            (["rating": nil], #"fields: "rating" is missing"#), (["image": nil], #"fields: "images" is missing"#),
            (["latitude": nil], #"fields: "latitude" is missing"#), (["id": nil], #"fields: "id" is missing"#),
            (["brandId": nil], #"fields: expected both or none of "brandId", "brand""#),
            (["currency": nil], #"fields: "currency" is missing"#),
            (["images": #"[{"column": "a"}]"#], #"fields: expected one of "image", "images""#),
            (["price": nil], #"fields.previousPrice: stands only beside a "price""#),
            (
                ["price": nil, "previousPrice": nil, "currency": nil, "fee": #"{"column": "fee"}"#],
                #"fields.fee: "currency" is missing"#
            ),
            (
                ["fee": #"{"column": "fee", "currency": {"constant": "eur"}}"#],
                "fields.fee.currency.constant: expected a currency"
            ),
            (["delivery": #"{"column": "a", "unit": "m2"}"#], #"fields.delivery.unit: unknown unit "m2"; "#),
            (["rating": #"{"column": "a", "unit": "minute"}"#], #"fields.rating: unknown key "unit"; "#),
            (
                ["open": #"{"constant": "maybe"}"#],
                "fields.open.constant: expected true or false, yes or no, 1 or 0, found"
            ),
            (["open": #"{"column": "a", "table": {"x": 7}}"#], "fields.open.table.x: expected a text, found 7"),
            (["title": #"{"constant": true}"#], "fields.title.constant: expected a text or a number, found true"),
            (["since": #"{"column": "a"}"#], #"fields.since: "date" is missing"#),
            (
                ["cuisine": #"{"constant": "tahi"}"#],
                #"fields.cuisine.constant: expected a known cuisine, found "tahi"; did you mean "thai"?"#
            ),
        ] as [([String: String?], String)]
    )
    func `names every error by its path`(changes: [String: String?], expected: String) throws {
        let errors = try errors(changes)
        #expect(errors.count == 1 && errors[0].hasPrefix(expected), "\(errors)")
    }

    @Test func `uses the price's currency for amounts without their own`() throws {
        #expect(try errors(["fee": #"{"column": "fee"}"#]) == [])
    }

    @Test func `needs a declared kind`() {
        #expect {
            try Mapping(parsing: #"{"format": "csv", "kind": "restaurant", "fields": {}}"#.utf8)
        } throws: { error in
            guard case ImportError.invalidMapping(let errors) = error else { return false }
            return errors.all.map(\.description) == [
                #"kind: unknown kind "restaurant"; expected one of "listing", "product""#
            ]
        }
    }
}
