/// The rows of each brand, category or collection, in the order of arrival.
struct PostingLists: Sendable {
    /// The codes with rows, ascending.
    private(set) var codes: [UInt32] = []
    /// The first entry of each code, and the end.
    private var starts: [UInt32] = []
    private var entries: [Entry] = []

    private struct Entry {
        let code: UInt32
        let row: UInt32
        /// The position in the order of arrival.
        let arrival: Int64
    }

    /// Adds a row, if it has a code. Then, ``sort()`` before reading.
    mutating func add(_ row: Int, code: UInt32, arrival: Int64) {
        if code != TextDictionary.none { entries.append(Entry(code: code, row: UInt32(row), arrival: arrival)) }
    }

    mutating func sort() {
        entries.sort { ($0.code, $0.arrival, $0.row) < ($1.code, $1.arrival, $1.row) }
        for (index, entry) in entries.enumerated() where codes.last != entry.code {
            starts.append(UInt32(index))
            codes.append(entry.code)
        }
        starts.append(UInt32(entries.count))
    }

    func entries(of code: UInt32) -> Range<Int> {
        let index = codes.indices.partitioningIndex { codes[$0] >= code }
        guard index < codes.count, codes[index] == code else { return 0..<0 }
        return Int(starts[index])..<Int(starts[index + 1])
    }

    func row(at entry: Int) -> Int { Int(entries[entry].row) }

    func arrival(at entry: Int) -> Int64 { entries[entry].arrival }
}
