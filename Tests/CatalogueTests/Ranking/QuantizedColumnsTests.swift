import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `The codes of a column of numbers` {
    /// The column of `area` of a partition with these values, and its codes.
    private func codes(of values: [Double?]) throws -> (codes: QuantizedColumns, column: Int, values: [Double]) {
        let items = values.enumerated().map { index, value in
            CatalogueItem.listing("\(index)") { item in
                item.listedAt = Instant(seconds: values.count - index)
                if let value { item.attributes["area"] = .number(value) }
            }
        }
        let snapshot = try CatalogueSnapshot.of(items)
        let partition = try #require(snapshot.parts[0].shard.partitions.first)
        let kind = snapshot.code(ofKind: "listing")
        let column = try #require(snapshot.kinds.column(of: "area", kind: kind))
        return (partition.codes, QuantizedColumns.attributes + column, values.map { $0 ?? .nan })
    }

    /// The numbers by row.
    private struct Numbers: Sendable {
        let name: String
        var values: [Double?]

        init(_ name: String, _ count: Int, _ value: (Int) -> Double?) {
            self.name = name
            values = (0..<count).map { value($0) }
        }
    }

    private static let cases: [Numbers] = {
        var random = SplitMix64(seed: 3)
        return [
            Numbers("few distinct", 300) { Double($0 % 5) },
            Numbers("as many as codes", 300) { Double($0 % 126) },
            Numbers("one more than codes", 300) { Double($0 % 127) },
            Numbers("many", 2_000) { _ in .random(in: -100...100, using: &random) },
            Numbers("some missing", 2_000) { $0 % 3 == 0 ? nil : .random(in: -100...100, using: &random) },
            Numbers("all missing", 200) { _ in nil },
            Numbers("all the same", 200) { _ in 7 },
            Numbers("most of one value", 5_000) { $0 % 9 == 0 ? Double($0) : 1 },
            // Every second row is in the sample.
            Numbers("extremes outside of the sample", 5_000) { $0 == 4_001 ? -1e9 : $0 == 4_003 ? 1e9 : 5 },
            Numbers("all outside of the sample", 5_000) { $0 == 4_001 || $0 == 4_003 ? Double($0) : nil },
        ]
    }()

    @Test(arguments: cases.indices) func `are in the range of each number that has them, in any order`(index: Int)
        throws
    {
        let (codes, column, values) = try codes(of: Self.cases[index].values)
        let order = Array(values.indices.reversed().filter { $0 % 3 > 0 })
        let arranged = codes.arranged(order)
        for (row, value) in values.enumerated() {
            let range = value.isNaN ? nil : codes.range(column, value...value)
            let code = codes.code(of: row, in: column)
            #expect(range.map { $0.low <= code && code <= $0.high } ?? (code == QuantizedColumns.absent))
        }
        for (number, row) in order.enumerated() {
            #expect(arranged.code(of: number, in: column) == codes.code(of: row, in: column))
        }
        if let value = values.first(where: { !$0.isNaN }) {
            let range = codes.range(column, value...value)
            var found: [Int] = []
            arranged.visit([range], order.indices) { number in
                found.append(order[number])
                return true
            }
            #expect(found == order.filter { range.low...range.high ~= codes.code(of: $0, in: column) })
            // Each of few numbers has a code of its own.
            #expect(Set(values).count > 126 || values.count > 2_000 || found == order.filter { values[$0] == value })
        }
    }
}
