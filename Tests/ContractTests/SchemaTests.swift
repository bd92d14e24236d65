import Contract
import JSON
import Testing

private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

/// A schema, what is right by it, and what is wrong.
private struct Example: Sendable, CustomTestStringConvertible {
    let schema: String
    let right: [String]
    let wrong: [String]
    var testDescription: String { schema }
}

private let examples = [
    Example(schema: "true", right: ["1", "null", "{}"], wrong: []),
    Example(schema: "false", right: [], wrong: ["1", "null", "{}"]),
    Example(schema: #"{"type": "null"}"#, right: ["null"], wrong: ["0", #""""#, "false", "[]"]),
    Example(schema: #"{"type": "boolean"}"#, right: ["true", "false"], wrong: ["0", "1", #""true""#, "null"]),
    Example(schema: #"{"type": "integer"}"#, right: ["0", "-7", "2.0", "1e3"], wrong: ["0.5", "true", #""1""#]),
    Example(schema: #"{"type": "number"}"#, right: ["0", "0.5", "-1e-3"], wrong: ["true", #""1""#, "null"]),
    Example(schema: #"{"type": "string"}"#, right: [#""""#, #""a""#], wrong: ["1", "null", #"["a"]"#]),
    Example(schema: #"{"type": "array"}"#, right: ["[]", "[1]"], wrong: ["{}", #""a""#]),
    Example(schema: #"{"type": "object"}"#, right: ["{}", #"{"a": 1}"#], wrong: ["[]", "null"]),
    Example(schema: #"{"type": ["integer", "null"], "minimum": 1}"#, right: ["null", "1"], wrong: ["0", "1.5"]),
    Example(
        schema: #"{"x-extensible-enum": ["a", 1, null]}"#,
        right: [#""a""#, "1", "1.0", "null"],
        wrong: [#""b""#, "2", "true"]
    ),
    Example(schema: #"{"minimum": 1.5, "maximum": 2}"#, right: ["1.5", "2", #""a""#], wrong: ["1.4", "2.1"]),
    Example(schema: #"{"exclusiveMinimum": 0}"#, right: ["0.001"], wrong: ["0", "-1"]),
    Example(
        schema: #"{"minLength": 2, "maxLength": 3}"#,
        right: [#""ab""#, #""äöü""#, "1"],
        wrong: [#""a""#, #""abcd""#]
    ),
    Example(schema: #"{"pattern": "b+"}"#, right: [#""abbc""#, "1"], wrong: [#""ac""#]),
    Example(
        schema: #"{"pattern": "^[!-.0-~]{1,3}$"}"#,
        right: [#""u1""#, #""~""#],
        wrong: [#""""#, #""a/b""#, #""a b""#, #""abcd""#, #""a\n""#, #""é""#]
    ),
    Example(
        schema: #"{"format": "date"}"#,
        right: [#""1996-04-23""#],
        wrong: [#""23.4.1996""#, #""1996-04-23T00:00""#]
    ),
    Example(
        schema: #"{"format": "date-time"}"#,
        right: [#""2024-02-29T23:59:59.123Z""#, #""2024-02-29T23:59:59+02:00""#],
        wrong: [#""2024-02-29""#, #""2024-02-29 23:59:59Z""#]
    ),
    Example(
        schema: #"{"format": "uri-reference"}"#,
        right: [#""/home?a=%20""#, #""https://a.example/b#c""#],
        wrong: [#""a b""#, #""a\nb""#]
    ),
    Example(schema: #"{"items": {"type": "integer"}}"#, right: ["[]", "[1, 2]", "{}"], wrong: [#"[1, "a"]"#]),
    Example(schema: #"{"minItems": 1, "maxItems": 2}"#, right: ["[1]", "[1, 2]"], wrong: ["[]", "[1, 2, 3]"]),
    Example(schema: #"{"contains": {"minimum": 1, "maximum": 1}}"#, right: ["[2, 1]", "{}"], wrong: ["[]", "[2]"]),
    Example(
        schema: #"{"properties": {"a": {"type": "integer"}, "b": false}}"#,
        right: ["{}", #"{"a": 1}"#, "1"],
        wrong: [#"{"a": "x"}"#, #"{"b": 1}"#, #"{"a": 1, "c": 1}"#]
    ),
    Example(
        schema:
            #"{"properties": {"a": true}, "patternProperties": {"^\\$": {"type": "string"}}, "#
            + #""additionalProperties": false}"#,
        right: ["{}", #"{"a": 1, "$b": "c"}"#],
        wrong: [#"{"b": 1}"#, #"{"$b": 1}"#]
    ),
    Example(
        schema: #"{"additionalProperties": {"minimum": 1, "maximum": 1}}"#,
        right: [#"{"a": 1}"#],
        wrong: [#"{"a": 2}"#]
    ),
    Example(schema: #"{"required": ["a", "b"]}"#, right: [#"{"a": 1, "b": null}"#, "1"], wrong: ["{}", #"{"a": 1}"#]),
    Example(schema: ##"{"$ref": "#/even", "maximum": 2}"##, right: ["2"], wrong: ["3", "4"]),
    Example(schema: ##"{"$ref": "#/even"}"##, right: ["2"], wrong: ["3"]),
    Example(schema: ##"{"$ref": "#/nowhere"}"##, right: [], wrong: ["2"]),
    Example(schema: ##"{"$ref": "#/tree"}"##, right: ["[]", "[[], [[]]]"], wrong: ["[[], [1]]", "1"]),
    Example(schema: #"{"description": "a", "example": 1, "default": 2, "x-own": 3}"#, right: ["4"], wrong: []),
]

@Suite struct `A schema` {
    private static let definitions = Result {
        [
            "#/even": try Schema(json(#"{"x-extensible-enum": [0, 2, 4]}"#)),
            "#/tree": try Schema(json(##"{"type": "array", "items": {"$ref": "#/tree"}}"##)),
        ]
    }

    @Test(arguments: examples)
    fileprivate func `takes what is right, and refuses what is wrong`(example: Example) throws {
        let schema = try Schema(json(example.schema))
        let definitions = try Self.definitions.get()
        for right in example.right {
            let faults = schema.faults(of: try json(right), in: definitions)
            #expect(faults.isEmpty, "\(right)")
        }
        for wrong in example.wrong {
            let faults = schema.faults(of: try json(wrong), in: definitions)
            #expect(!faults.isEmpty, "\(wrong)")
        }
    }

    @Test func `says where something is wrong, and what was expected`() throws {
        let schema = try Schema(
            json(
                #"{"properties": {"a": {"items": {"properties": {"b": {"type": "integer"}, "c": {}}, "required": ["c"]}}}}"#
            )
        )
        let faults = schema.faults(of: try json(#"{"a": [{"b": 1, "c": 1}, {"b": "x"}]}"#), in: [:])
        #expect(
            faults == [
                "a[1] is an object: expected the member c", #"a[1].b is "x": expected integer"#,
            ]
        )
        #expect(schema.faults(of: try json("{}"), in: [:]).isEmpty)
    }

    @Test(arguments: [
        (#"{"minimun": 1}"#, "#/minimun"), (#"{"const": 1}"#, "#/const"),
        (#"{"properties": {"a": {"propertyNames": {}}}}"#, "#/properties/a/propertyNames"),
        (#"{"not": {}}"#, "#/not"), (#"{"enum": []}"#, "#/enum"),
        (#"{"items": {"uniqueItems": true}}"#, "#/items/uniqueItems"),
        (#"{"oneOf": [true]}"#, "#/oneOf"), (#"{"items": {"multipleOf": 2}}"#, "#/items/multipleOf"),
        (#"{"format": "email"}"#, "#/format"), (#"{"type": "float"}"#, "#/type"), (#"{"type": 1}"#, "#/type"),
        (#"{"pattern": "("}"#, "#/pattern"), (#"{"minLength": -1}"#, "#/minLength"),
        (#"{"required": "a"}"#, "#/required"),
        (#"{"x-extensible-enum": []}"#, "#/x-extensible-enum"),
        (#"{"minimum": "1"}"#, "#/minimum"), ("1", "#"), ("[]", "#"),
    ])
    func `is not read where it says what is not known, which is told with its place`(text: String, place: String) throws
    {
        let fault = #expect(throws: Schema.Fault.self) { try Schema(json(text)) }
        #expect(fault?.path == place)
    }
}
