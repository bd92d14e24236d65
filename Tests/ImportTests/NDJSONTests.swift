import Testing

@testable import Import

@Suite struct `An NDJSON file` {
    @Test func `is read a line at a time, in pieces of any size`() throws {
        let text = """
            \u{feff}{"a": "x", "b": {"c": 1.5}}

            {"a": null, "b": {"c": true}, "z": []}
            {"b.c": "dotted", "a": ["x", 2]}
            [1]
            {"a": "x"
            {"a": {"d": 1}}
            {"a": "last"}
            """
        let found: [Found] = [
            .record(1, ["x", "1.5"]),
            .record(3, ["", "true"]),
            .record(4, ["x\u{1f}2", "dotted"]),
            .rejected(5, "expected a JSON object, found a list of 1"),
            .rejected(6, "malformed JSON: expected ',' or '}', found the end of the line at byte 10"),
            .rejected(7, "expected a text, a number or a list of such, found an object"),
            .record(8, ["last", ""]),
        ]
        for pieceSize in 1...64 {
            let read = try read(text.utf8, .ndjson, columns: ["a", "b.c"], pieceSize: pieceSize)
            #expect(read == found)
        }
        #expect(try read(gzipped(text.utf8), .ndjson, columns: ["a", "b.c"]) == found)
    }

    @Test func `rejects a line that is too long`() throws {
        let text = "{\"a\":\"\(String(repeating: "x", count: 5_000))\"}\n{\"a\":1}\n"
        for pieceSize in [16, 1 << 16] {
            for size in [2_000, 20] {
                #expect(
                    try read(text.utf8, .ndjson, columns: ["a"], pieceSize: pieceSize, maxRecordSize: size) == [
                        .rejected(1, "the record is longer than \(size) bytes"), .record(2, ["1"]),
                    ]
                )
            }
        }
    }

    @Test(arguments: [
        ("offers.price", #"{"offers": {"price": 1}}"#, "1"),
        ("offers.0.price", #"{"offers": [{"price": 1}, {"price": 2}]}"#, "1"),
        ("offers.1.price", #"{"offers": [{"price": 1}, {"price": 2}]}"#, "2"),
        ("offers.2.price", #"{"offers": [{"price": 1}, {"price": 2}]}"#, ""),
        ("offers.-1.price", #"{"offers": [{"price": 1}]}"#, ""), ("offers.0", #"{"offers": ["x", "y"]}"#, "x"),
        ("offers.0", #"{"offers": {"0": "x"}}"#, "x"), ("0.a", #"{"0": {"a": "x"}}"#, "x"),
        (
            "offers.*.price", #"{"offers": [{}, {"price": null}, {"price": ""}, {"price": 2}, {"price": 3}]}"#,
            "2\u{1f}3"
        ),
        ("offers.*.price", #"{"offers": {"price": 4}}"#, "4"), ("offers.*.price", #"{"offers": []}"#, ""),
        ("offers.*.price", #"{"a": 1}"#, ""), ("offers.*.price", #"{"offers": "x"}"#, ""),
        ("images.*", #"{"images": ["x", "y"]}"#, "x\u{1f}y"), ("images.*", #"{"images": "x"}"#, "x"),
        ("a.*.b.*.c", #"{"a": [{"b": [{"c": 1}, {"c": 2}]}, {"b": {"c": 3}}]}"#, "1\u{1f}2\u{1f}3"),
        ("a.0.1", #"{"a": [[1, 2], [3]]}"#, "2"), ("brand.name", #"{"brand": "Acme"}"#, ""),
        ("offers.*.price", #"{"offers.*.price": 5}"#, "5"),
        ("a", #"{"a": 12345678901234567890}"#, "12345678901234567890"),
        ("a", #"{"a": -9223372036854775809}"#, "-9223372036854775809"),
        ("a", #"{"a": 9223372036854775807}"#, "9223372036854775807"),
        (
            "a", #"{"a": [100000000000000000000000000000000000000001, 1]}"#,
            "100000000000000000000000000000000000000001\u{1f}1"
        ),
        ("a", #"{"a": 0.25}"#, "0.25"),
    ])
    func `has columns for paths through objects and lists`(column: String, line: String, text: String) throws {
        #expect(try read(line.utf8, .ndjson, columns: [column]) == [.record(1, [text])])
    }

    @Test(arguments: [
        (
            "offers.price", #"{"offers": [{"price": 1}, {"price": 2}]}"#,
            #"expected an object with "price"; in a list, "*.price" takes the first that has it, found a list of 2"#
        ),
        (
            "a.b.c", #"{"a": {"b": []}}"#,
            #"expected an object with "c"; in a list, "*.c" takes the first that has it, found a list of 0"#
        ),
        ("a", #"{"a": {"b": 1}}"#, "expected a text, a number or a list of such, found an object"),
        ("a", #"{"a": [[1]]}"#, "expected a text, a number or a list of such, found a list of 1"),
        ("a.*", #"{"a": [{"b": 1}]}"#, "expected a text, a number or a list of such, found an object"),
    ])
    func `names a list where an object was expected`(column: String, line: String, reason: String) throws {
        #expect(try read(line.utf8, .ndjson, columns: [column]) == [.rejected(1, reason)])
    }

    @Test(arguments: [
        (#"{"a" 1}"#, "malformed JSON: expected ':', found \"1}\" at byte 6"),
        (#"{"a": nul}"#, "malformed JSON: expected a value, found \"nul}\" at byte 7"),
        (#"{"a": 1} {"a": 2}"#, "malformed JSON: expected the end, found \"{\\\"a\\\": 2}\" at byte 10"),
        (
            "{\"a\": \"x\u{1}y\"}",
            "malformed JSON: expected an escape for the control character, found \"\\u0001y\\\"}\" at byte 9"
        ),
        (
            #"{"a": 1, "a": 2}"#,
            "malformed JSON: expected a name that does not stand in the object already, found \"\\\"a\\\": 2}\" at byte 10"
        ),
        ("\"a\"", "expected a JSON object, found \"a\""),
    ])
    func `has errors that are sentences`(line: String, reason: String) throws {
        #expect(try read(line.utf8, .ndjson, columns: ["a"]) == [.rejected(1, reason)])
    }
}
