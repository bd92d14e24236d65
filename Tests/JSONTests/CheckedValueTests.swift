import Testing

@testable import JSON

private struct Widget: Equatable {
    var rows: Int64
    var layout: String
    var tags: [String]
}

private func widget(_ text: String) throws -> Widget {
    try CheckedValue.read(try JSONValue(parsing: text.utf8)) { value in
        value.object { object in
            let rows = object.required("rows")?.integer(in: 1...3)
            let layout = object.required("layout")?.choice("layout", among: ["ProductXL": "XL", "ProductM": "M"])
            let tags = object.optional("tags")?.array { $0.string() } ?? []
            guard let rows, let layout else { return nil }
            return Widget(rows: rows, layout: layout, tags: tags)
        }
    }
}

private func errors(_ text: String) -> [String] {
    do {
        _ = try widget(text)
        return []
    } catch let errors as ValidationErrors {
        return errors.all.map(\.description)
    } catch {
        return ["\(error)"]
    }
}

@Suite struct `A checked JSON document` {
    @Test func `returns its values if all are valid`() throws {
        #expect(
            try widget(#"{"rows": 2, "layout": "ProductM", "tags": ["a"]}"#)
                == Widget(rows: 2, layout: "M", tags: ["a"])
        )
    }

    @Test func `names every error by its path and says what was expected`() {
        #expect(
            errors(#"{"rows": 9, "layout": "ProductX", "tags": ["a", 7]}"#) == [
                "rows: expected a whole number from 1 to 3, found 9",
                #"layout: unknown layout "ProductX"; did you mean "ProductXL"?"#,
                "tags[1]: expected a text, found 7",
            ]
        )
    }

    @Test func `reports missing and unknown members and suggests the nearest name`() {
        #expect(
            errors(#"{"row": 1, "layout": "ProductM"}"#) == [
                #""rows" is missing"#,
                #"unknown key "row"; did you mean "rows"?"#,
            ]
        )
    }

    @Test(arguments: ["$", "$row", "$\u{1f3fb}", "$\u{301}", "$\u{200d}x"])
    func `treats members whose names begin with a dollar as comments`(key: String) {
        #expect(errors(#"{"rows": 1, "layout": "ProductM", "\#(key)": {"of": ["any", "kind"]}}"#) == [])
    }

    @Test func `lists the valid names if none is near`() {
        #expect(
            errors(#"{"rows": 1, "layout": "zebra"}"#) == [
                #"layout: unknown layout "zebra"; expected one of "ProductM", "ProductXL""#
            ]
        )
    }

    @Test func `distinguishes integers, other numbers and Boolean values`() throws {
        #expect(
            try JSONValue(parsing: #"[1, 1.5, true, null, "x", 9223372036854775807]"#.utf8)
                == .array([.integer(1), .number(1.5), .bool(true), .null, .string("x"), .integer(.max)])
        )
    }

    @Test func `has remaining members, which were not requested yet`() throws {
        let json = try JSONValue(parsing: #"{"a": 1, "b": [2], "c": null}"#.utf8)
        let rests = try CheckedValue.read(json) { value in
            value.object { object -> [JSONValue]? in
                let all = object.remainingMembers
                _ = object.optional("a")
                _ = object.optional("d")
                defer { object.ignoreUnknownMembers() }
                return [all, object.remainingMembers]
            }
        }
        #expect(rests == [json, .object(["b": .array([.integer(2)]), "c": .null])])
    }

    @Test(arguments: ["", "{", "[1,]x", "{\"a\" 1}", "nul"])
    func `reports the position of a syntax error`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.utf8) }
    }
}

@Suite struct `The nearest name` {
    @Test(arguments: [
        ("--prot", "--port"), ("--hsot", "--host"), ("HomeWidgetProductX", "HomeWidgetProductL"),
    ])
    func `forgives a slip`(slip: String, meant: String) {
        #expect(
            SpellingSuggestion.nearest(
                to: slip,
                among: ["--port", "--host", "--store", "HomeWidgetProductL", "HomeWidgetBanner"]
            ) == meant
        )
    }

    @Test func `is nil if every name is far`() {
        #expect(SpellingSuggestion.nearest(to: "--verbose", among: ["--port", "--host"]) == nil)
    }
}
