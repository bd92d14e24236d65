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
            .rejected(5, "expected a JSON object"),
            .rejected(6, "malformed JSON, found no ',' or '}' at byte 10 of the line"),
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
}
