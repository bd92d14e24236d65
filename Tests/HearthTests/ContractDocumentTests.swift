import Catalogue
import Contract
import Foundation
import HomeFeed
import JSON
import Testing

@testable import hearth

@Suite struct `The contract of a server` {
    private static let restaurant = """
        {"restaurant": {
          "attributes": {
            "rating": {"type": "number"}, "delivery": {"type": "number", "unit": "minute", "whole": true},
            "fee": {"type": "money"}, "cuisine": {"type": "text", "values": ["thai", "greek"]}, "note": {"type": "text"},
            "open": {"type": "flag"}, "since": {"type": "instant"}
          },
          "required": ["rating", "place", "images"]
        }, "video": {}}
        """

    private func contract(_ kinds: String) throws -> Contract {
        let table = try CheckedValue.read(JSONValue(parsing: kinds.utf8), KindTable.init(reading:))
        return try Contract(parsing: ContractDocument(table).bytes)
    }

    private func faults(_ contract: Contract, _ json: String, as name: String) throws -> [String] {
        try contract.faults(of: json.utf8, as: name)
    }

    @Test func `is the repository's file if no kind is declared`() throws {
        #expect(try Data(ContractDocument(.builtIn).bytes) == Data(contentsOf: Contract.file))
    }

    @Test func `has an attribute of two kinds once, with the values of both, and leaves out one of two types`() throws {
        let contract = try contract(
            """
            {"shirt": {"attributes": {"color": {"type": "text", "values": ["red", "blue"]}, "size": {"type": "text"}}},
             "shoe": {"attributes": {"color": {"type": "text", "values": ["blue", "tan"]}, "size": {"type": "number"}}}}
            """
        )
        let schemas = contract.document["components"]["schemas"]
        let attributes = schemas["Attributes"]["properties"]
        #expect(attributes["color"]["x-extensible-enum"].elements.compactMap(\.text) == ["red", "blue", "tan"])
        #expect(attributes["size"] == .null)
    }

    @Test func `has the attributes of each declared kind`() throws {
        let contract = try contract(Self.restaurant)
        let schemas = contract.document["components"]["schemas"]
        let kinds = schemas["Item"]["properties"]["kind"]["x-extensible-enum"].elements.compactMap(\.text)
        #expect(
            kinds == ["listing", "product", "restaurant", "video", "brand", "banner", "infoCard", "loadMore", "error"]
        )
        let delivery = schemas["Attributes"]["properties"]["delivery"]
        #expect(delivery == .object(["description": .string("Unit: `minute`."), "type": .string("integer")]))
        func item(_ attributes: String) -> String {
            """
            {"id":"restaurant:r1","kind":"restaurant","title":"Siam","caption":[{"text":"Siam"}],"href":"/restaurant/r1",\
            "accessibilityLabel":"Siam","revision":"0123456789abcdef","tracking":"AQ.0","attributes":{\(attributes)}}
            """
        }
        let all = """
            "rating":4.5,"delivery":25,"fee":{"amount":199,"currency":"EUR","formatted":"€1.99"},"cuisine":"thai","note":"x",\
            "open":true,"since":"1996-04-23T12:00:00Z"
            """
        #expect(try faults(contract, item(all), as: "Item") == [])
        #expect(try faults(contract, item(""), as: "Item") == [])
        for (wrong, fault) in [
            (#""rating":"4""#, "rating"), (#""cuisine":"fish""#, "cuisine"), (#""delivery":2.5"#, "delivery"),
            (#""stars":2"#, "stars"), (#""since":"1996-04-23""#, "since"),
        ] {
            let found = try faults(contract, item(wrong), as: "Item")
            #expect(found.contains { $0.contains(fault) }, "\(wrong): \(found)")
        }
    }

    @Test(arguments: [
        (true, #"{}"#),
        (true, #"{"kind":"listing","type":["house"],"bedrooms":{"min":3},"brand":"b","currency":"USD"}"#),
        (false, #"{"types":["house"],"type":null}"#), (false, #"{"kind":null}"#),
        (true, #"{"kind":"product","category":"shoes","price":{"max":9}}"#),
        (
            true,
            """
            {"kind":"restaurant","rating":{"min":4},"fee":{"max":500},"since":{"min":0},"cuisine":["thai"],"note":["x"],"open":true,\
            "market":"toledo","place":{"lat":1,"lon":2,"radius":3},"$about":"food"}
            """
        ),
        (false, #"{"kind":"restaurant","cuisine":"thai","open":null}"#), (true, #"{"kind":"video"}"#),
        (false, #"{"stars":{"min":4}}"#),
        (false, #"{"kind":"film"}"#),
        (false, #"{"kind":"restaurant","rating":4}"#), (false, #"{"kind":"restaurant","cuisine":[]}"#),
        (false, #"{"kind":"restaurant","cuisine":["fish"]}"#), (false, #"{"kind":"restaurant","open":"yes"}"#),
        (false, #"{"currency":"usd"}"#),
    ])
    func `has a search for items of every kind`(isRight: Bool, body: String) throws {
        let faults = try faults(contract(Self.restaurant), body, as: "Search")
        #expect(faults.isEmpty == isRight, "\(faults)")
    }

    @Test func `names the kinds in every place that names an item`() throws {
        let contract = try contract(Self.restaurant)
        for item in ["restaurant:r1", "video:v1", "listing:l1", "product:p1"] {
            #expect(try faults(contract, #"{"items":["\#(item)"]}"#, as: "Opened") == [])
        }
        #expect(try faults(contract, #"{"items":["film:f1"]}"#, as: "Opened") != [])
        let alone = contract.document["paths"]["/home/widgets/{id}"]["get"]["parameters"].elements
        let item = try #require(alone.first { $0["name"].text == "item" })
        #expect(item["schema"]["pattern"].text == "^(listing|product|restaurant|video):[!-.0-~]{1,128}$")
        #expect(Set(["filter", "sort"]).isSubset(of: alone.compactMap { $0["name"].text }))
    }
}
