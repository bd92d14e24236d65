import Catalogue
import Testing

@testable import CatalogueImport

private let mapping = """
    {"format": "csv", "kind": "product", "fields": {
      "id": {"column": "id"}, "title": {"column": "name"}, "brand": {"column": "brand"},
      "brandId": {"column": "brand", "as": "slug"}, "price": {"column": "price"}, "currency": {"constant": "EUR"},
      "collections": [{"column": "in", "split": "|"}]}}
    """

private func rows(_ count: Int) -> String {
    "id,name,brand,price,in\n" + (0..<count).map { "p\($0),Coat \($0),Théo,\($0),a|b\n" }.joined()
}

private func summary(new: Int = 0, changed: Int = 0, unchanged: Int = 0, refused: Int = 0) -> ImportSummary {
    var summary = ImportSummary()
    summary.read = new + changed + unchanged + refused
    summary.new = new
    summary.changed = changed
    summary.unchanged = unchanged
    summary.refused = refused
    return summary
}

@Suite struct `An import` {
    private let folder: Folder
    private let mapping: Mapping

    init() throws {
        folder = try Folder()
        mapping = try Mapping(parsing: CatalogueImportTests.mapping.utf8)
    }

    @Test func `brings each record into the store, in batches, gzipped or not`() async throws {
        for bytes in [Array(rows(2_500).utf8), gzipped(rows(2_500).utf8)] {
            let store = MemorySink()
            let file = try folder.write("shop.csv", bytes)
            #expect(try await CatalogueImporter(file: file, mapping: mapping).run(into: store) == summary(new: 2_500))
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

    @Test func `run twice changes nothing, and run with other content says how much`() async throws {
        let store = MemorySink()
        let file = try folder.write("shop.csv", rows(1_200).utf8)
        _ = try await CatalogueImporter(file: file, mapping: mapping).run(into: store)
        #expect(
            try await CatalogueImporter(file: file, mapping: mapping).run(into: store) == summary(unchanged: 1_200)
        )
        _ = try folder.write("shop.csv", rows(1_201).replacing("Coat 5,", with: "Hat,").utf8)
        #expect(
            try await CatalogueImporter(file: file, mapping: mapping).run(into: store)
                == summary(new: 1, changed: 1, unchanged: 1_199)
        )
    }

    @Test func `keeps the last of several records with one id`() async throws {
        let store = MemorySink()
        let file = try folder.write("shop.csv", "id,name,brand,price,in\np,One,B,1,\np,Two,B,1,\np,Two,B,1,\n".utf8)
        #expect(
            try await CatalogueImporter(file: file, mapping: mapping).run(into: store)
                == summary(new: 1, changed: 1, unchanged: 1)
        )
        #expect(store.items["p"]?.title == "Two")
    }

    @Test func `writes what it refuses beside the file, and goes on`() async throws {
        let store = MemorySink()
        let text = "id,name,brand,price,in\np1,\"A \"\"B\"\"\nC\",B,x,\np2\np3,Hat,B,1,\n\"p4,Hat,B,1,\n"
        let file = try folder.write("shop.csv", text.utf8)
        #expect(
            try await CatalogueImporter(file: file, mapping: mapping).run(into: store) == summary(new: 1, refused: 3)
        )
        #expect(store.items.keys.sorted() == ["p3"])
        #expect(
            folder.text("shop.csv.rejects.ndjson") == #"""
                {"line":2,"column":"price","reason":"expected a number, found \"x\"","record":{"id":"p1","name":"A \"B\"\nC","brand":"B","price":"x","in":""}}
                {"line":4,"column":null,"reason":"expected 5 fields, as the header has, found 1","record":["p2"]}
                {"line":6,"column":null,"reason":"the field's quote is never closed; its quote opened in line 6","record":"\"p4,Hat,B,1,"}

                """#
        )
    }

    @Test func `takes the rejections of an earlier run away`() async throws {
        let file = try folder.write("shop.csv", "id,name,brand,price,in\np1,A,B,x,\n".utf8)
        _ = try await CatalogueImporter(file: file, mapping: mapping).run(into: MemorySink())
        #expect(folder.text("shop.csv.rejects.ndjson") != nil)
        _ = try folder.write("shop.csv", rows(1).utf8)
        _ = try await CatalogueImporter(file: file, mapping: mapping).run(into: MemorySink())
        #expect(folder.text("shop.csv.rejects.ndjson") == nil)
    }

    @Test func `writes its rejections where it is told`() async throws {
        let file = try folder.write("shop.csv", "id,name,brand,price,in\np1,A,B,x,\n".utf8)
        let rejects = folder.path + "/elsewhere"
        _ = try await CatalogueImporter(file: file, mapping: mapping, rejects: rejects).run(into: MemorySink())
        #expect(folder.text("elsewhere")?.hasPrefix("{\"line\":2,") == true)
        #expect(folder.text("shop.csv.rejects.ndjson") == nil)
    }

    @Test func `that the store or a damaged file ends is completed by the next`() async throws {
        let store = MemorySink(failingBatch: 2)
        let file = try folder.write("shop.csv", rows(2_500).utf8)
        await #expect(throws: ImportError.store(.unavailable(StoreFailure(.ioError, "told to fail")))) {
            try await CatalogueImporter(file: file, mapping: mapping).run(into: store)
        }
        #expect(store.items.count == 2_000)
        let healthy = MemorySink()
        let cut = try folder.write("cut.csv", gzipped(rows(2_500).utf8).dropLast(100))
        await #expect(throws: ImportError.damagedGzip(reason: "they end in the middle")) {
            try await CatalogueImporter(file: cut, mapping: mapping).run(into: healthy)
        }
        let before = healthy.items.count
        #expect(
            try await CatalogueImporter(file: file, mapping: mapping).run(into: healthy)
                == summary(new: 2_500 - before, unchanged: before)
        )
    }

    @Test func `ends before the batch with which the catalogue would be too large`() async throws {
        let store = MemorySink()
        let file = try folder.write("shop.csv", rows(2_500).utf8)
        let budget = CatalogueMemoryBudget(limit: 500_000)
        let error = await #expect(throws: ImportError.self) {
            try await CatalogueImporter(file: file, mapping: mapping).run(into: store, within: budget)
        }
        guard case .tooLarge(.full(let needed, limit: 500_000)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed > 500_000)
        #expect([1_000, 2_000].contains(store.items.count))
    }

    @Test func `of a file that is not there says so`() async throws {
        let path = folder.path + "/none.csv"
        await #expect(throws: ImportError.unreadable(path: path, reason: "No such file or directory")) {
            try await CatalogueImporter(file: path, mapping: mapping).run(into: MemorySink())
        }
    }

    @Test func `reports how far it is`() async throws {
        let file = try folder.write("shop.csv", rows(2_500).utf8)
        var reports: [RecordProgress] = []
        _ = try await CatalogueImporter(file: file, mapping: mapping).run(into: MemorySink()) {
            reports.append($0)
        }
        #expect(reports.map(\.records) == [1_000, 2_000, 2_500])
        #expect(reports.map(\.fraction) == reports.map(\.fraction).sorted { $0 ?? 0 < $1 ?? 0 })
        #expect(reports.last?.fraction == 1)
    }

    @Test func `closes with all its counts`() {
        #expect(
            summary(new: 1_000_000, changed: 100, unchanged: 90, refused: 10).description
                == "1,000,200 read: 1,000,000 new, 100 changed, 90 unchanged, 10 refused"
        )
    }
}
