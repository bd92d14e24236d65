/// Rows of words, one below the other in columns.
struct TextTable {
    let rows: [[String]]

    /// A table of rows that are all as long as the first one.
    init(_ rows: [[String]]) {
        self.rows = rows
    }

    /// The rows as lines, each column as wide as its widest word.
    var text: String {
        guard let columns = rows.first?.indices else { return "" }
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
