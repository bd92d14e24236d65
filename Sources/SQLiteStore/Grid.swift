import ListingShelves

/// A grid of cells over the Earth, each as many degrees high as wide.
enum Grid {
    /// How many cells there are to a degree: one measures 7 kilometres from south to north.
    static let perDegree = 16
    /// In how many cells an area is searched at most, which is enough for a radius of 35 kilometres in most of the inhabited
    /// world; where it has a part in more, all listings are the shorter way.
    static let maximumCells = 200

    /// A listing's cell, as the index has it: by the same formula as ``cells(in:)``.
    static let formula = """
        CAST((latitude + 90) * \(perDegree) AS INTEGER) * 65536 + CAST((longitude + 180) * \(perDegree) AS INTEGER)
        """

    /// The cells in which the box has a part; `nil` where they are too many.
    static func cells(in box: Box) -> [Int64]? {
        let rows = indices(box.south + 90, box.north + 90)
        let columns = indices(box.west + 180, box.east + 180)
        guard rows.count * columns.count <= maximumCells else { return nil }
        var cells: [Int64] = []
        cells.reserveCapacity(rows.count * columns.count)
        for row in rows {
            for column in columns { cells.append(row * 65536 + column) }
        }
        return cells
    }

    private static func indices(_ low: Double, _ high: Double) -> ClosedRange<Int64> {
        Int64(low * Double(perDegree))...Int64(high * Double(perDegree))
    }
}
