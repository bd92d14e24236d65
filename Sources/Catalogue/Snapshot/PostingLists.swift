/// The rows of each brand, category or collection, in the order of arrival.
struct PostingLists: Sendable {
    /// The codes with rows, ascending.
    private(set) var codes: [UInt32] = []
    /// The first entry of each code, and the end.
    private var starts: [UInt32] = []
    private var rows: [UInt32] = []
    /// The place of each entry in the order of arrival.
    private var arrivals: [Int64] = []

    struct Entry {
        let code: UInt32
        let row: UInt32
        let arrival: Int64
    }

    init(_ entries: consuming [Entry]) {
        var entries = entries
        entries.sort { ($0.code, $0.arrival, $0.row) < ($1.code, $1.arrival, $1.row) }
        rows.reserveCapacity(entries.count)
        arrivals.reserveCapacity(entries.count)
        for entry in entries {
            if codes.last != entry.code {
                starts.append(UInt32(rows.count))
                codes.append(entry.code)
            }
            rows.append(entry.row)
            arrivals.append(entry.arrival)
        }
        starts.append(UInt32(rows.count))
    }

    func entries(of code: UInt32) -> Range<Int> {
        let index = codes.indices.partitioningIndex { codes[$0] >= code }
        guard index < codes.count, codes[index] == code else { return 0..<0 }
        return Int(starts[index])..<Int(starts[index + 1])
    }

    func rows(of code: UInt32) -> ArraySlice<UInt32> { rows[entries(of: code)] }

    func row(at entry: Int) -> Int { Int(rows[entry]) }

    func arrival(at entry: Int) -> Int64 { arrivals[entry] }
}
