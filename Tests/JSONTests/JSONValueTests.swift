import JSON
import Testing

/// The parser accepts RFC 8259 exactly, within its limits.
@Suite struct `A JSON text` {
    @Test(
        arguments: [
            (
                #" {"a": [1, {"b": null}], "c": ""} "#,
                .object(["a": .array([.integer(1), .object(["b": .null])]), "c": .string("")])
            ),
            (#"["\"\\\/\b\f\n\r\t"]"#, .array([.string("\"\\/\u{8}\u{c}\n\r\t")])),
            (#""ç\u00e7\ud83c\udfe0🏠""#, .string("çç🏠🏠")),
            ("[-0, 1e2, 0.5, -1.25E-2]", .array([.integer(0), .integer(100), .number(0.5), .number(-0.0125)])),
            (
                "[9223372036854775807, 9223372036854775808]",
                .array([.integer(.max), .number(9_223_372_036_854_775_808)])
            ),
            ("{}", .object([:])), ("[ ]", .array([])), ("true", .bool(true)),
        ] as [(String, JSONValue)]
    )
    func `is read as RFC 8259 has it`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text.utf8) == value)
    }

    @Test(arguments: [
        ("", 1, 1), ("{\"a\" 1}", 1, 6), ("[1,\n 2,\n]", 3, 1), ("[1] x", 1, 5), ("01", 1, 1), ("1.", 1, 3),
        ("+1", 1, 1),
        ("\"a\u{1}\"", 1, 3), ("\"\\ud83c\"", 1, 4), ("\"\\x\"", 1, 3), ("\"open", 1, 6), ("tru", 1, 1),
        ("1e999", 1, 1),
        ("{\"a\":1,}", 1, 8), ("NaN", 1, 1), ("{\"a\":1,\"a\":1}", 1, 8), ("[{\"a\":1,\n\"\\u0061\":null}]", 2, 1),
    ])
    func `that is none says where`(text: String, line: Int, column: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.utf8) }
        #expect(error.map { [$0.line, $0.column] } == [line, column])
    }

    @Test func `must be UTF-8`() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
    }

    @Test func `has a limited depth`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(256).utf8)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(100_000).utf8) }
    }
}
