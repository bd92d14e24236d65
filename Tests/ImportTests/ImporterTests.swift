import Testing

@testable import Catalogue
@testable import Import

private let mapping = """
    {"format": "csv", "kind": "product", "fields": {
      "id": {"column": "id"}, "title": {"column": "name"}, "brand": {"column": "brand"},
      "brandId": {"column": "brand", "as": "slug"}, "price": {"column": "price"}, "currency": {"constant": "EUR"},
      "collections": [{"column": "in", "split": "|"}]}}
    """

private func rows(_ count: Int) -> String {
    "id,name,brand,price,in\n" + (0..<count).map { "p\($0),Coat \($0),Théo,\($0),a|b\n" }.joined()
}

private func summary(new: Int = 0, changed: Int = 0, unchanged: Int = 0, rejected: Int = 0) -> ImportSummary {
    var summary = ImportSummary()
    summary.read = new + changed + unchanged + rejected
    summary.new = new
    summary.changed = changed
    summary.unchanged = unchanged
    summary.rejected = rejected
    return summary
}

@Suite struct `An import` {
    private let folder: Folder
    private let mapping: Mapping

    init() throws {
        folder = try Folder()
        mapping = try Mapping(parsing: ImportTests.mapping.utf8)
    }

    @Test func `writes each record to the store, in batches, gzipped or not`() async throws {
        for bytes in [Array(rows(2_500).utf8), gzipped(rows(2_500).utf8)] {
            let store = MemoryItems()
            let file = try folder.write("shop.csv", bytes)
            #expect(try await importFiles(file, by: mapping, into: store) == summary(new: 2_500))
            #expect(store.batches == [1_000, 1_000, 500])
            #expect(
                store.items["p7"]
                    == CatalogueItem(
                        id: .init(kind: "product", id: "p7"),
                        title: "Coat 7",
                        price: Money(amount: 700, currency: "EUR"),
                        brand: Brand(id: "theo", name: "Théo"),
                        collections: ["a", "b"]
                    )
            )
            #expect(folder.text("shop.csv.rejects.ndjson") == nil)
        }
    }

    @Test func `run twice changes nothing, and counts changed content`() async throws {
        let store = MemoryItems()
        let file = try folder.write("shop.csv", rows(1_200).utf8)
        _ = try await importFiles(file, by: mapping, into: store)
        #expect(
            try await importFiles(file, by: mapping, into: store) == summary(unchanged: 1_200)
        )
        _ = try folder.write("shop.csv", rows(1_201).replacing("Coat 5,", with: "Hat,").utf8)
        #expect(
            try await importFiles(file, by: mapping, into: store)
                == summary(new: 1, changed: 1, unchanged: 1_199)
        )
    }

    @Test func `keeps no more rejected records than a file may have, and counts the others`() async throws {
        let rejection = Rejection(line: 2, error: ValueError("x"), record: "{}")
        let line = rejection.json + "\n"
        for (size, kept) in [(0, 0), (line.utf8.count * 3 - 1, 2), (line.utf8.count * 3, 3), (1_000, 5)] {
            let file = try RejectsFile(path: folder.path + "/rejects", maxSize: size)
            for _ in 0..<5 { try file.append(rejection) }
            try file.finish()
            let last = kept < 5 ? "{\"omitted\":\(5 - kept)}\n" : ""
            #expect(folder.text("rejects") == String(repeating: line, count: kept) + last)
        }
        #expect(RejectsFile.maxSize == 100_000_000)
    }

    @Test(arguments: [
        ("", "the file is empty; expected a header line"), ("id,name,brand,price,in\n", "it has no records"),
        ("id,name,brand,price,in\n,,,,\n\n , ,,,\n", "it has no records"),
        ("id,name,brand,price,in\rp1,Hat,B,1,\r", "its lines end in CR alone; expected LF, or CR and LF"),
    ])
    func `of a file without records is an error`(text: String, reason: String) async throws {
        let file = try folder.write("shop.csv", text.utf8)
        let error = await #expect(throws: ImportError.self) {
            try await importFiles(file, by: mapping, into: MemoryItems())
        }
        #expect(error == .failure(reason))
    }

    @Test func `does not count blank rows`() async throws {
        let file = try folder.write("shop.csv", "id,name,brand,price,in\n,,,,\np1,Hat,B,1,\n,,,,\n\"\",,,,\n".utf8)
        #expect(try await importFiles(file, by: mapping, into: MemoryItems()) == summary(new: 1))
    }

    @Test(arguments: ["{\"id\": 1}\r{\"id\": 2}\r", "", "\n \n"])
    func `of NDJSON without records, or with one line for all, is an error`(text: String) async throws {
        let json = ImportTests.mapping.replacing("csv", with: "ndjson")
        let file = try folder.write("shop.ndjson", text.utf8)
        var importer = try CatalogueImporter(mapping: Mapping(parsing: json.utf8))
        do throws(ImportError) {
            let report = try importer.read(file)
            #expect(!report.isKept)
            #expect(report.causes.first?.contains("expected the end") == true)
        } catch {
            #expect(error == .failure("it has no records"))
        }
    }

    @Test func `has ids of NDJSON with all digits, and names a list by its column`() async throws {
        let mapping = try Mapping(
            parsing: """
                {"format": "ndjson", "kind": "product", "fields": {
                  "id": {"column": "id"}, "title": {"column": "name"}, "brand": {"firstOf": ["brand.name", "brand"]},
                  "brandId": {"firstOf": ["brand.name", "brand"], "as": "slug"}, "price": {"column": "offers.*.price"},
                  "currency": {"column": "offers.*.currency", "default": "EUR"},
                  "images": [{"column": "images.*.url"}]}}
                """.utf8
        )
        let text = """
            {"id": 12345678901234567890123, "name": "A", "brand": "X", "offers": [{}, {"price": 3}, {"price": 4}]}
            {"id": 18446744073709551615, "name": "B", "brand": {"name": "Y"}, "offers": {"price": "5", "currency": "USD"},
             "images": [{"url": "1"}, {}, {"url": "2"}]}
            {"id": 3, "name": "C", "brand": [], "offers": {"price": 1}}
            {"id": 4, "name": "D", "brand": [{"name": "Z"}], "offers": [{"price": 1}]}
            """.replacing("\n ", with: "")
        let store = MemoryItems()
        var importer = try CatalogueImporter(mapping: mapping)
        let report = try importer.read(try folder.write("shop.ndjson", text.utf8))
        let list = "expected an object with \"name\"; in a list, \"*.name\" takes the first that has it"
        #expect(
            report.causes == [
                "2 × brand.name: \(list), found a list of 0 in line 3"
            ]
        )
        _ = try await importer.write(into: store)
        let (first, second) = (store.items["12345678901234567890123"], store.items["18446744073709551615"])
        #expect(first?.brand == Brand(id: "x", name: "X"))
        #expect(first?.price == Money(amount: 300, currency: "EUR"))
        #expect(second?.brand == Brand(id: "y", name: "Y"))
        #expect(second?.price == Money(amount: 500, currency: "USD"))
        #expect(second?.images == ["1", "2"])
    }

    @Test func `writes rejected records to a file, and continues`() async throws {
        let store = MemoryItems()
        let text = "id,name,brand,price,in\np1,\"A \"\"B\"\"\nC\",B,x,\np2\np3,Hat,B,1,\n\"p4,Hat,B,1,\n"
        var options = CatalogueImporter.Options()
        options.maxRejected = .count(3)
        let file = try folder.write("shop.csv", text.utf8)
        #expect(
            try await importFiles(file, by: mapping, into: store, options) == summary(new: 1, rejected: 3)
        )
        #expect(store.items.keys.sorted() == ["p3"])
        #expect(
            folder.text("shop.csv.rejects.ndjson") == #"""
                {"line":2,"column":"price","reason":"expected a number, found \"x\"","record":{"id":"p1","name":"A \"B\"\nC","brand":"B","price":"x","in":""}}
                {"line":4,"reason":"expected 5 fields, as the header has, found 1","record":["p2"]}
                {"line":6,"reason":"the field's quote is never closed, found a quote that opens in line 6","record":"\"p4,Hat,B,1,"}

                """#
        )
    }

    @Test func `removes the rejects file of an earlier run`() async throws {
        let file = try folder.write("shop.csv", "id,name,brand,price,in\np1,A,B,x,\n".utf8)
        _ = try await importFiles(file, by: mapping, into: MemoryItems())
        #expect(folder.text("shop.csv.rejects.ndjson") != nil)
        _ = try folder.write("shop.csv", rows(1).utf8)
        _ = try await importFiles(file, by: mapping, into: MemoryItems())
        #expect(folder.text("shop.csv.rejects.ndjson") == nil)
    }

    @Test func `keeps earlier batches if the store fails`() async throws {
        let store = MemoryItems(failingBatch: 2)
        let file = try folder.write("shop.csv", rows(2_500).utf8)
        await #expect(throws: ImportError.store(.unavailable(StoreFailure(.ioError, "told to fail")))) {
            try await importFiles(file, by: mapping, into: store)
        }
        #expect(store.items.count == 2_000)
    }

    @Test func `of a damaged file writes nothing`() async throws {
        let store = MemoryItems()
        let cut = try folder.write("cut.csv", gzipped(rows(2_500).utf8).dropLast(100))
        await #expect(throws: ImportError.failure("the gzipped data is damaged: unexpected end of file")) {
            try await importFiles(cut, by: mapping, into: store)
        }
        #expect(store.batches.isEmpty)
    }

    @Test func `writes nothing if the catalogue would be too large`() async throws {
        let store = MemoryItems()
        let file = try folder.write("shop.csv", rows(2_500).utf8)
        var options = CatalogueImporter.Options()
        options.catalogueLimit = 500_000
        let error = await #expect(throws: ImportError.self) {
            try await importFiles(file, by: mapping, into: store, options)
        }
        guard case .tooLarge(.full(let needed, limit: 500_000)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed > 500_000 && store.batches.isEmpty)
        // Replaced items count once.
        options.catalogueLimit = needed
        #expect(try await importFiles(file, by: mapping, into: store, options) == summary(new: 2_500))
        #expect(try await importFiles(file, by: mapping, into: store, options) == summary(unchanged: 2_500))
    }

    @Test func `of a missing file fails`() async throws {
        let path = folder.path + "/none.csv"
        await #expect(throws: ImportError.unreadable(path: path, reason: "No such file or directory")) {
            try await importFiles(path, by: mapping, into: MemoryItems())
        }
    }

    @Test func `reports its progress`() async throws {
        let file = try folder.write("shop.csv", rows(2_500).utf8)
        var (counts, last) = ([Int](), Double?.none)
        _ = try await importFiles(file, by: mapping, into: MemoryItems()) { count, share in
            counts.append(count)
            last = share
        }
        #expect(counts == [1_000, 2_000, 1_000, 2_000, 2_500])
        #expect(last == 1)
    }

    @Test func `describes all its counts`() {
        #expect(
            summary(new: 1_000_000, changed: 100, unchanged: 90, rejected: 10).description
                == "1,000,200 read: 1,000,000 new, 100 changed, 90 unchanged, 10 rejected"
        )
    }
}
