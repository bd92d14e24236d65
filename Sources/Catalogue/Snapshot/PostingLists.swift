/// The rows of each brand, category or collection, in the order in which their items came into it.
struct PostingLists: Sendable {
    /// The codes that have rows, ascending.
    private var codes: [UInt32] = []
    /// Where the rows of each code begin; one more at the end.
    private var starts: [UInt32] = [0]
    private var rows: [UInt32] = []
    /// The place of each row in its list's order.
    private var arrivals: [Int64] = []

    /// An entry to be listed.
    struct Entry {
        let code: UInt32
        let row: UInt32
        let arrival: Int64
    }

    /// Lists of these entries.
    init(_ entries: consuming [Entry]) {
        var entries = entries
        entries.sort { one, other in
            if one.code != other.code { return one.code < other.code }
            if one.arrival != other.arrival { return one.arrival < other.arrival }
            return one.row < other.row
        }
        rows.reserveCapacity(entries.count)
        arrivals.reserveCapacity(entries.count)
        for entry in entries {
            if codes.last != entry.code {
                if !codes.isEmpty { starts.append(UInt32(rows.count)) }
                codes.append(entry.code)
            }
            rows.append(entry.row)
            arrivals.append(entry.arrival)
        }
        starts.append(UInt32(rows.count))
        if codes.isEmpty { starts = [0] }
    }

    /// Where the entries of `code` stand; empty where there are none.
    func entries(of code: UInt32) -> Range<Int> {
        var (low, high) = (0, codes.count)
        while low < high {
            let middle = (low + high) / 2
            if codes[middle] < code { low = middle + 1 } else { high = middle }
        }
        guard low < codes.count, codes[low] == code else { return 0..<0 }
        return Int(starts[low])..<Int(starts[low + 1])
    }

    /// The codes that have rows, ascending.
    var allCodes: [UInt32] { codes }

    /// The row of an entry.
    func row(at entry: Int) -> Int { Int(rows[entry]) }

    /// The place of an entry in its list's order.
    func arrival(at entry: Int) -> Int64 { arrivals[entry] }
}
