import JSON
import Testing

@testable import Import

private func errors(_ fields: String, head: String = #""format": "csv", "kind": "listing""#) -> [String] {
    do throws(ImportError) {
        _ = try Mapping(parsing: "{\(head), \"fields\": {\(fields)}}".utf8)
        return []
    } catch {
        guard case .invalidMapping(let errors) = error else { return ["\(error)"] }
        return errors.all.map(\.description)
    }
}

private let required = """
    "id": {"column": "a"}, "title": {"column": "a"}, "type": {"constant": "house"}, "price": {"column": "p"},
    "currency": {"constant": "USD"}, "market": {"constant": "toledo"}, "listedAt": {"column": "d", "date": "iso8601"}
    """

@Suite struct `A mapping` {
    @Test func `names each column once`() throws {
        #expect(errors(required) == [])
        let mapping = try Mapping(
            parsing: "{\"format\": \"csv\", \"kind\": \"listing\", \"fields\": {\(required)}}".utf8
        )
        #expect(mapping.columns == ["a", "p", "d"])
    }

    @Test func `that is not JSON is an error with its position`() {
        let error = #expect(throws: ImportError.self) { try Mapping(parsing: "{\n,".utf8) }
        #expect(error == .failure("the mapping is not JSON: line 2, column 1: expected a member's name in quotes"))
    }

    @Test func `needs the fields that an item needs`() {
        #expect(
            errors("")
                == ["id", "title", "price", "currency", "market", "listedAt", "type"].map {
                    "fields: \"\($0)\" is missing"
                }
        )
        #expect(
            errors("", head: #""format": "csv", "kind": "product""#)
                == [
                    "id", "title", "price", "currency", "brandId", "brand",
                ].map { "fields: \"\($0)\" is missing" }
        )
    }

    @Test(arguments: [
        (
            #""bedrooms": {"colunm": "a"}"#,
            [
                #"fields.bedrooms: expected one of "column", "firstOf", "constant", "template" to say where the value comes from"#,
                #"fields.bedrooms: unknown key "colunm"; did you mean "column"?"#,
            ]
        ),
        (#""bedroms": {"column": "a"}"#, [#"fields: unknown key "bedroms"; did you mean "bedrooms"?"#]),
        (
            #""area": {"column": "a", "unit": "sqtf"}"#,
            [#"fields.area.unit: unknown unit "sqtf"; did you mean "sqft"?"#]
        ),
        (#""area": {"column": "a", "min": "x"}"#, [#"fields.area.min: expected a number, found "x""#]),
        (
            #""area": {"column": "a", "constant": 1}"#,
            [
                #"fields.area: expected one of "column", "firstOf", "constant", "template" to say where the value comes from"#
            ]
        ),
        (
            #""address": {"template": "{a"}"#,
            [
                #"fields.address.template: expected a template whose { } and [ ] are closed, found "{a""#
            ]
        ),
        (
            #""address": {"template": "a]"}"#,
            [
                #"fields.address.template: expected a template whose { } and [ ] are closed, found "a]""#
            ]
        ),
        (
            #""address": {"column": "a", "split": ","}"#,
            [
                #"fields.address.split: "pick" is missing; a single value needs one part of the list"#
            ]
        ),
        (#""address": {"column": "a", "pick": "first"}"#, [#"fields.address.pick: stands only beside "split""#]),
        (
            #""address": {"column": "a", "as": "slugg"}"#,
            [#"fields.address.as: unknown form "slugg"; did you mean "slug"?"#]
        ),
        (
            #""address": {"column": "a", "otherwise": "x"}"#,
            [#"fields.address.otherwise: stands only beside a "table""#]
        ),
        (#""latitude": {"column": "a"}"#, [#"fields: expected both or none of "latitude", "longitude""#]),
        (#""images": [{"column": 7}]"#, ["fields.images[0].column: expected a text that is not empty, found 7"]),
        (#""bathrooms": {"sum": [{"column": "a"}]}"#, ["fields.bathrooms.sum: expected at least two numbers, found 1"]),
        (
            #""bathrooms": {"column": "a", "decimal": ",", "grouping": ","}"#,
            [
                #"fields.bathrooms: "grouping" and "decimal" are the same sign"#
            ]
        ),
    ])
    func `names every error by its path and suggests corrections`(field: String, expected: [String]) {
        #expect(errors(required + ", " + field) == expected)
    }

    @Test(arguments: [
        (
            #"{"constant": "hose"}"#,
            #"fields.type.constant: expected a known type, found "hose"; did you mean "house"?"#
        ),
        (
            #"{"column": "a", "table": {"x": "studo"}}"#,
            #"fields.type.table.x: expected a known type, found "studo"; did you mean "studio"?"#
        ),
        (
            #"{"column": "a", "table": {"x": "house"}, "otherwise": "othr"}"#,
            #"fields.type.otherwise: expected a known type, found "othr"; did you mean "other"?"#
        ),
    ])
    func `may give only words that the field knows`(reading: String, error: String) {
        #expect(errors(required.replacing(#"{"constant": "house"}"#, with: reading)) == [error])
    }

    @Test(arguments: [
        (
            "QQQ",
            #"expected "iso8601", "unix" or a pattern of yyyy, yy, MM, M, dd, d, HH, H, mm, ss and signs, found "QQQ""#
        ),
        (
            "MMdd",
            #"expected "iso8601", "unix" or a pattern of yyyy, yy, MM, M, dd, d, HH, H, mm, ss and signs, found "MMdd""#
        ),
    ])
    func `writes dates in a pattern that it knows`(pattern: String, error: String) {
        #expect(errors(required.replacing("iso8601", with: pattern)) == ["fields.listedAt.date: " + error])
    }

    @Test(arguments: [
        (#""format": "cvs", "kind": "listing""#, #"format: unknown format "cvs"; did you mean "csv"?"#),
        (#""format": "csv", "kind": "listings""#, #"kind: unknown kind "listings"; did you mean "listing"?"#),
        (
            #""format": "csv", "kind": "listing", "delimiter": ";;""#,
            #"delimiter: expected one ASCII character that is neither a quote nor an end of line, found ";;""#
        ),
        (#""format": "ndjson", "kind": "listing", "delimiter": ";""#, "NDJSON has no delimiter"),
        (#""format": "csv", "kind": "listing", "missing": [0]"#, "missing[0]: expected a text, found 0"),
        (
            #""format": "csv", "kind": "listing", "derived": {"x": {"column": ""}}"#,
            #"derived.x.column: expected a text that is not empty, found """#
        ),
    ])
    func `checks its own head`(head: String, error: String) {
        #expect(errors(required, head: head) == [error])
    }

    @Test(arguments: [
        (#""encoding": "windows-1252""#, []), (#""encoding": "utf-16""#, []), (#""quote": false"#, []),
        (#""encoding": "windows-1525""#, [#"encoding: unknown encoding "windows-1525"; did you mean "windows-1250"?"#]),
        (#""quote": "false""#, [#"quote: expected true or false, found "false""#]),
        (
            #""recordEnd": "~~""#,
            [#"recordEnd: expected one ASCII character that is neither a quote nor an end of line, found "~~""#]
        ),
        (
            #""recordEnd": "~", "delimiter": "~""#,
            [#""delimiter" and "recordEnd" are the same character"#]
        ),
        (##""sections": {"header": "#A#", "records": "#B#"}"##, [#"sections: "end" is missing"#]),
        (##""sections": {"header": "#A#", "records": "#B#", "end": "#C#"}"##, []),
    ])
    func `says how the file is written`(head: String, expected: [String]) {
        #expect(errors(required, head: #""format": "csv", "kind": "listing", "# + head) == expected)
    }

    @Test func `has no quotes, sections and ends of records for NDJSON`() {
        let head = #""format": "ndjson", "kind": "listing", "quote": false, "recordEnd": "~""#
        #expect(errors(required, head: head) == ["NDJSON has no quote", "NDJSON has no recordEnd"])
    }

    @Test(arguments: [
        (#"{"column": "s", "is": ["sale", "rent"]}"#, []),
        (#"{"column": "s", "isNot": ["sold"], "lenient": true}"#, []),
        (#"{"column": "s", "default": "-", "isNot": ["-"]}"#, []),
        (#"{"column": "s", "missing": ["-"], "default": "-", "is": ["-"]}"#, []),
        (#"{"template": "{s}-{t}", "as": "slug", "is": ["for-sale"]}"#, []),
        (#"{"column": "s", "table": {"x": "sale"}, "otherwise": "no", "is": ["sale", "no"]}"#, []),
        (#"{"column": "s", "decode": "html", "split": ",", "pick": "first", "replace": [], "is": ["x"]}"#, []),
        (#"{"column": "s", "replace": [{"text": "x", "with": "NA"}], "is": ["NA"]}"#, []),
        (#"{"column": "s", "is": []}"#, ["is: expected at least one text, found a list of 0"]),
        (#"{"column": "s", "isNot": []}"#, ["isNot: expected at least one text, found a list of 0"]),
        (
            #"{"column": "s", "isNot": [""]}"#,
            [#"isNot[0]: "" means that there is no value, which equals no text; give it a "default""#]
        ),
        (
            #"{"column": "s", "is": ["NA"]}"#,
            [#"is[0]: "NA" means that there is no value, which equals no text; give it a "default""#]
        ),
        (
            #"{"column": "s", "missing": ["-"], "is": ["a", "-"]}"#,
            [#"is[1]: "-" means that there is no value, which equals no text; give it a "default""#]
        ),
        (
            #"{"column": "s", "is": [" sale"]}"#, [#"is[0]: " sale" is no value: white space around values is ignored"#]
        ),
        (
            #"{"column": "s", "table": {"x": "sale"}, "is": ["sael"]}"#,
            [#"is[0]: "sael" is not in the table; did you mean "sale"?"#]
        ),
        (#"{"column": "s"}"#, [#"expected one of "is", "isNot""#]),
        (#"{"column": "s", "is": ["a"], "isNot": ["b"]}"#, [#"expected one of "is", "isNot""#]),
    ])
    func `has conditions that records can meet`(condition: String, expected: [String]) {
        let head = #""format": "csv", "kind": "listing", "missing": ["NA"], "where": ["# + condition + "]"
        let found = errors(required, head: head)
        #expect(found == expected.map { $0.hasPrefix("expected") ? "where[0]: " + $0 : "where[0]." + $0 })
    }
}
