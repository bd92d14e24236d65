import Testing

@testable import Catalogue
@testable import Import

/// Guards repeated ids, rejection limits, removals and dry runs, which nightly imports rely on.
@Suite struct `A nightly import` {
    private static let mapping = """
        {"format": "csv", "kind": "listing", ADDED
         "fields": {"id": {"column": "id"}, "title": {"column": "name"}, "price": {"column": "price"},
           "currency": {"constant": "USD"}, "market": {"column": "market"}, "type": {"constant": "house"},
           "listedAt": {"column": "date", "date": "yyyy-MM-dd"}, "collections": [{"column": "in", "split": "|"}]}}
        """
    private static let header = "id,name,price,market,date,in\n"

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func mapping(_ added: String = "") throws -> Mapping {
        try Mapping(parsing: Self.mapping.replacing("ADDED", with: added).utf8)
    }

    private func file(_ rows: [String], as name: String = "feed.csv") throws -> String {
        try folder.write(name, (Self.header + rows.map { $0 + "\n" }.joined()).utf8)
    }

    private func row(_ id: String, _ name: String = "House", _ date: String = "2026-01-01", market: String = "toledo")
        -> String
    {
        "\(id),\(name),100,\(market),\(date),new|\(name)"
    }

    // MARK: Repeated ids

    @Test
    func
        `of a file with repeated ids equals one with each id once, and changes nothing the second time`()
        async throws
    {
        let store = MemoryItems()
        let repeating = try file([row("a", "One"), row("b"), row("a", "Two"), row("c"), row("a", "Three"), row("b")])
        let first = try await importFiles(repeating, by: mapping(), into: store)
        #expect(first.description == "6 read: 3 new, 0 changed, 0 unchanged, 0 rejected, 3 repeated")
        let once = MemoryItems()
        _ = try await importFiles(
            file([row("c"), row("a", "Three"), row("b")], as: "once.csv"),
            by: mapping(),
            into: once
        )
        #expect(store.items == once.items && store.ids == once.ids)
        let version = store.version
        let second = try await importFiles(repeating, by: mapping(), into: store)
        #expect(second.description == "6 read: 0 new, 0 changed, 3 unchanged, 0 rejected, 3 repeated")
        #expect(second.changesNothing && store.version == version && store.ids == once.ids)
    }

    @Test(arguments: [
        ("last", "Three"), ("first", "One"), ("greatest:listedAt", "Two"), ("greatest:price", "Three"),
    ])
    func `keeps the record with a repeated id that the mapping chooses`(rule: String, kept: String) async throws {
        let store = MemoryItems()
        let rows = [row("a", "One", "2026-01-02"), row("a", "Two", "2026-01-03"), row("a", "Three", "2026-01-01")]
        let mapping = try mapping(#""duplicates": "\#(rule)","#)
        let summary = try await importFiles(file(rows), by: mapping, into: store)
        #expect(summary.new == 1 && summary.repeated == 2)
        #expect(store.items["a"]?.title == kept)
    }

    // MARK: Rejections

    @Test(arguments: [
        (Threshold.percent(50), 1), (.percent(50), 2), (.percent(66), 2), (.count(1), 1), (.count(1), 2),
    ])
    func `keeps nothing of a file with more rejected records than allowed`(limit: Threshold, bad: Int) async throws {
        let store = MemoryItems()
        let rows = (0..<3).map { $0 < bad ? "x\($0),House,many,toledo,2026-01-01," : row("x\($0)") }
        var options = CatalogueImporter.Options()
        options.maxRejected = limit
        var importer = try CatalogueImporter(mapping: mapping(), options: options)
        let good = try importer.read(file([row("good")], as: "good.csv"))
        let report = try importer.read(file(rows))
        let isKept =
            switch limit {
            case .count(let count): bad <= count
            case .percent(let percent): bad * 100 <= percent * 3
            }
        #expect(good.isKept && report.isKept == isKept && report.counts.rejected == bad)
        let summary = try await importer.write(into: store)
        #expect(summary.new == 1 + (isKept ? 3 - bad : 0))
        #expect(Set(store.items.keys).contains("good"))
    }

    @Test func `sums up rejections by column and reason with an example of each`() throws {
        var rows = (0..<10).map { "x\($0),House,n\($0)a,toledo,2026-01-01," }
        rows += ["y,House,1,toledo,2026-1-1,", ",House,1,toledo,2026-01-01,", "z,House,1,two words,2026-01-01,"]
        var importer = try CatalogueImporter(mapping: mapping())
        let report = try importer.read(file(rows))
        #expect(
            report.causes == [
                #"10 × price: expected a number, found "n0a" in line 2"#,
                #"1 × date: expected a date written as "yyyy-MM-dd", found "2026-1-1" in line 12"#,
                "1 × id: id is missing in line 13",
                #"1 × market: expected \#(Identifier.expectation), found "two words" in line 14"#,
            ]
        )
    }

    @Test func `names the empty column of a value that is missing`() throws {
        let mapping = try Mapping(
            parsing: #"""
                {"format": "csv", "kind": "product", "fields": {
                  "id": {"template": "{shop}-{number}"}, "title": {"column": "name"}, "price": {"constant": 1},
                  "currency": {"constant": "USD"}, "brand": {"constant": "B"}, "brandId": {"constant": "b"}}}
                """#.utf8
        )
        var importer = try CatalogueImporter(mapping: mapping)
        let file = try folder.write("shop.csv", "shop,number,name\n1,,Hat\n".utf8)
        #expect(try importer.read(file).causes == ["1 × number: id is missing in line 2"])
    }

    @Test func `reports the header of another file in one error`() throws {
        let file = try folder.write("other.csv", "sku;label\n1;Hat\n".utf8)
        var importer = try CatalogueImporter(mapping: mapping())
        let error = #expect(throws: ImportError.self) { _ = try importer.read(file) }
        let text =
            "the header line has none of the 6 expected columns (id, name, price, market, in, date); it has sku, label"
        #expect(error == .failure(text))
    }

    // MARK: Full feeds

    private func options(_ scope: ReplacementScope, _ limit: Threshold = .percent(30)) -> CatalogueImporter.Options {
        var options = CatalogueImporter.Options()
        options.replacement = scope
        options.maxRemoved = limit
        return options
    }

    @Test func `removes items that a full feed no longer has`() async throws {
        let all = (0..<10).map { row("t\($0)") } + (0..<10).map { row("c\($0)", market: "columbus") }
        let rest = Array(all[2..<10])
        for (scope, left) in [(ReplacementScope.market, 18), (.kind, 8)] {
            let store = MemoryItems()
            _ = try await importFiles(file(all), by: mapping(), into: store)
            let options = options(scope, .percent(60))
            let summary = try await importFiles(file(rest), by: mapping(), into: store, options)
            #expect(summary.removed == 20 - left && summary.unchanged == 8)
            #expect(store.items.count == left && store.items["t0"] == nil && store.items["t5"] != nil)
        }
    }

    @Test func `identifies the items of a source by their id prefix`() async throws {
        let store = MemoryItems()
        let (acme, other) = (try mapping(#""idPrefix": "acme-","#), try mapping(#""idPrefix": "other-","#))
        _ = try await importFiles(file((0..<10).map { row("\($0)") }), by: acme, into: store)
        _ = try await importFiles(file([row("0")]), by: other, into: store)
        #expect(store.items.keys.contains("acme-0") && store.items.keys.contains("other-0"))
        let summary = try await importFiles(
            file((1..<10).map { row("\($0)") }),
            by: acme,
            into: store,
            options(.source)
        )
        #expect(summary.removed == 1 && store.items["acme-0"] == nil && store.items["other-0"] != nil)
        let noPrefix = "the mapping has no \"idPrefix\", which identifies the items of a source"
        await #expect(throws: ImportError.failure(noPrefix)) {
            try await importFiles(file([row("1")]), by: mapping(), into: store, options(.source))
        }
    }

    @Test func `writes nothing if it would remove more items than allowed`() async throws {
        let store = MemoryItems()
        _ = try await importFiles(file((0..<10).map { row("\($0)") }), by: mapping(), into: store)
        let version = store.version
        let next = try file((4..<12).map { row("\($0)", "Changed") })
        let tooMany = "4 of 10 items would be removed, more than 30%: nothing was written (--max-removed)"
        await #expect(throws: ImportError.failure(tooMany)) {
            try await importFiles(next, by: mapping(), into: store, options(.kind))
        }
        #expect(store.version == version)
        #expect(try await importFiles(next, by: mapping(), into: store, options(.kind, .count(4))).removed == 4)
    }

    // MARK: Runs

    @Test func `reads several files as one`() async throws {
        let store = MemoryItems()
        let summary = try await importFiles(
            file([row("a", "One"), row("b")], as: "1.csv"),
            file([row("a", "Two"), row("c")], as: "2.csv"),
            by: mapping(),
            into: store
        )
        #expect(summary.description == "4 read: 3 new, 0 changed, 0 unchanged, 0 rejected, 1 repeated")
        #expect(store.items["a"]?.title == "Two")
    }

    @Test func `reports in a dry run what it would do, and writes nothing`() async throws {
        let store = MemoryItems()
        _ = try await importFiles(file((0..<10).map { row("\($0)") }), by: mapping(), into: store)
        let (items, version) = (store.items, store.version)
        let rows = [row("1", "Changed"), row("new"), "bad,House,x,toledo,2026-01-01,"] + (3..<10).map { row("\($0)") }
        var options = options(.kind)
        options.isDryRun = true
        let dry = try await importFiles(file(rows), by: mapping(), into: store, options)
        #expect(dry.description == "10 read: 1 new, 1 changed, 7 unchanged, 1 rejected; 2 removed")
        #expect(store.items == items && store.version == version)
        options.isDryRun = false
        #expect(try await importFiles(file(rows), by: mapping(), into: store, options) == dry)
    }

    @Test func `does not need more memory for a larger file`() async throws {
        func peak(_ count: Int) async throws -> Int {
            let staged = try StagedItems(.init())
            _ = try staged.transaction { () throws(ImportError) in
                for number in 0..<count {
                    let item = CatalogueItem(
                        id: .init(kind: "listing", id: "\(number)"),
                        title: String(repeating: "x", count: 500)
                    )
                    try staged.add(item)
                }
                return true
            }
            return staged.cachedBytes
        }
        let (small, large) = (try await peak(20_000), try await peak(60_000))
        #expect(small > 1 << 20 && large < small + (1 << 20))
    }

    // MARK: Mappings

    private func item(_ fields: String, _ header: String, _ row: String, _ added: String = "") async throws
        -> CatalogueItem?
    {
        let text = """
            {"format": "csv", "kind": "product", \(added) "fields": {"id": {"column": "id"}, "title": {"constant": "T"},
             "currency": {"constant": "EUR"}, "price": {"column": "price", "default": 5},
             "brand": {"constant": "B"}, "brandId": {"constant": "b"}, \(fields)}}
            """
        let store = MemoryItems()
        let file = try folder.write("one.csv", "id,price,\(header)\np,,\(row)\n".utf8)
        _ = try await importFiles(file, by: Mapping(parsing: text.utf8), into: store)
        return store.items["p"]
    }

    @Test func `uses the default for a missing value`() async throws {
        let fields =
            #""category": {"column": "c", "default": "other"}, "listedAt": {"column": "d", "date": "yyyy", "default": "1999"}"#
        let item = try await item(fields, "c,d", ",")
        #expect(item?.category == "other" && item?.listedAt == 915_148_800)
        #expect(item?.price == Money(amount: 500, currency: "EUR"))
    }

    @Test func `treats an unreadable value as missing if lenient`() async throws {
        let fields = #"""
            "category": {"column": "c", "lenient": true}, "latitude": {"column": "n", "lenient": true}, "longitude": {"column": "n"},
            "subtitle": {"column": "s", "table": {"a": "A"}, "lenient": true, "default": "none"}
            """#
        let item = try await item(fields, "c,n,s", "two words,far,b")
        #expect(item != nil && item?.category == nil && item?.place == nil && item?.subtitle == "none")
    }

    @Test func `replaces parts of a text`() async throws {
        let fields =
            #""subtitle": {"column": "s", "replace": [{"text": "_", "with": " "}, {"text": "sq ft", "with": "ft²"}]}"#
        #expect(try await item(fields, "s", "900_sq_ft")?.subtitle == "900 ft²")
        #expect(try await item(fields, "s", "___")?.subtitle == nil)
    }

    @Test func `leaves out records that do not meet the conditions`() async throws {
        let (fields, added) = (#""subtitle": {"column": "s"}"#, #""where": [{"column": "s", "is": ["sale"]}],"#)
        #expect(try await item(fields, "s", "sale", added) != nil)
        #expect(try await item(fields, "s", "rent", added) == nil)
        #expect(try await item(fields, "s", "", added) == nil)
        #expect(try await item(fields, "s", "", added.replacing("\"is\"", with: "\"isNot\"")) != nil)
        var importer = try CatalogueImporter(
            mapping: mapping(#""where": [{"column": "market", "isNot": ["toledo"]}],"#)
        )
        let report = try importer.read(file([row("a"), row("b", market: "columbus")]))
        #expect(report.counts.read == 2 && report.counts.leftOut == 1 && report.counts.rejected == 0)
    }

    @Test func `keeps the first known listing time`() async throws {
        let store = MemoryItems()
        let text = Self.mapping.replacing("ADDED", with: "")
            .replacing(#""date": "yyyy-MM-dd"}"#, with: #""date": "yyyy-MM-dd", "keep": "first"}"#)
        let mapping = try Mapping(parsing: text.utf8)
        for date in ["2026-01-02", "2026-03-01"] {
            _ = try await importFiles(file([row("a", "House", date)]), by: mapping, into: store)
        }
        #expect(store.items["a"]?.listedAt == 1_767_312_000)
    }

    @Test func `renames a brand only if the mapping says so`() async throws {
        func names(_ second: String) async throws -> [String] {
            var builder = try SnapshotBuilder(kinds: .builtIn, memoryLimit: 16 << 20)
            let store = MemoryItems()
            for (id, name, brand) in [("1", "DKNY", #"{"column": "b"}"#), ("2", "dkny", second)] {
                let text = """
                    {"format": "csv", "kind": "product", "fields": {"id": {"column": "id"}, "title": {"constant": "T"},
                     "currency": {"constant": "EUR"}, "price": {"constant": 1}, "brand": \(brand),
                     "brandId": {"column": "b", "as": "slug"}}}
                    """
                let file = try folder.write("brand.csv", "id,b\n\(id),\(name)\n".utf8)
                _ = try await importFiles(file, by: Mapping(parsing: text.utf8), into: store)
            }
            _ = try await store.readAll { packed, _ in try? builder.add(packed, openedBy: 0) }
            return try builder.snapshot(version: ItemVersion(history: 1, number: 1)).brands.map(\.name)
        }
        #expect(try await names(#"{"column": "b"}"#) == ["DKNY"])
        #expect(try await names(#"{"column": "b", "rename": true}"#) == ["dkny"])
    }
}
