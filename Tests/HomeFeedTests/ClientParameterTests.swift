import Testing

@testable import HomeFeed
@testable import HomeLayout

@Suite struct `The parameter platform` {
    @Test(arguments: ["ios", "android", "android-tv", "4", String(repeating: "x", count: 32)])
    func `is any word in lowercase`(word: String) throws {
        #expect(try read(("platform", word)).platform?.rawValue == word)
    }
}

@Suite struct `The parameter appVersion` {
    @Test(arguments: [
        ("4.2", "4.2"), ("4.2.0", "4.2"), ("04.02", "4.2"), ("0", "0"), ("0.0.0", "0"), ("10", "10"),
        ("1.0.1", "1.0.1"), ("4.2.20261121120000", "4.2.20261121120000"), ("1.2.3.4.5.6.7.8", "1.2.3.4.5.6.7.8"),
    ])
    func `is numbers between dots`(text: String, printed: String) throws {
        #expect(try read(("appVersion", text)).appVersion?.description == printed)
    }

    @Test func `is compared number by number`() throws {
        let versions = try ["0", "0.9", "1", "1.0.1", "4.2", "4.2.1", "4.9", "4.10", "4.10.0.1", "5", "10"].map {
            try #require(AppVersion($0))
        }
        for (index, version) in versions.enumerated() {
            for (other, later) in versions.enumerated() {
                #expect((version < later) == (index < other))
                #expect((version == later) == (index == other))
            }
        }
    }
}

@Suite struct `The parameters layouts and schema` {
    @Test func `name the layouts that a client knows, of which a newer one may know more`() throws {
        let request = try read(("layouts", "HomeWidgetMap,HomeWidgetHologram,HomeWidgetGrid,,HomeWidgetMap"))
        #expect(request.layouts == .named([.map, .grid]))
        #expect(try read(("user", "u1")).layouts == nil)
    }

    @Test(arguments: ["", ",", "HomeWidgetHologram", "homewidgetmap", "HomeWidgetMap HomeWidgetGrid"])
    func `are an error where a client knows none`(text: String) throws {
        let error = try #require(refusal(("layouts", text)))
        #expect(!error.isMissing && error.parameter == "layouts")
        #expect(error.message.contains("expected at least one of HomeWidgetBrand, "))
    }

    @Test func `may be a version, which stands for the layouts that it had`() throws {
        for (text, schema) in [("1", 1), ("7", 7), ("999999999", 999_999_999)] {
            let layouts = try #require(try read(("schema", text)).layouts)
            #expect(layouts == .schema(schema))
        }
        #expect(Layout.allCases.allSatisfy(SupportedLayouts.schema(SegmentPlan.schema).contains))
    }

    @Test func `are the names where both are given`() throws {
        #expect(try read(("schema", "1"), ("layouts", "HomeWidgetMap")).layouts == .named([.map]))
        #expect(throws: ParameterError.self) { try read(("schema", "x"), ("layouts", "HomeWidgetMap")) }
    }
}
