import Glibc
import PropertyStore

/// A grid of cells over the Earth, each as many degrees high as wide.
struct Grid {
    /// How many cells there are to a degree.
    let perDegree: Int
    /// The index of the listings by their cell.
    let index: String
    /// The statement that reads a cell's listings, the newest first.
    let newest: SQL
    /// The statement that reads their dates.
    let dates: SQL

    /// Cells that measure 1.7 kilometres from south to north.
    static let fine = Grid(
        perDegree: 64,
        index: "listing_by_fine_cell",
        newest: .newestInFineCell,
        dates: .datesInFineCell
    )
    /// Cells of 7 kilometres.
    static let middle = Grid(
        perDegree: 16,
        index: "listing_by_middle_cell",
        newest: .newestInMiddleCell,
        dates: .datesInMiddleCell
    )
    /// Cells of 28 kilometres.
    static let coarse = Grid(
        perDegree: 4,
        index: "listing_by_coarse_cell",
        newest: .newestInCoarseCell,
        dates: .datesInCoarseCell
    )

    /// In how many cells an area is searched at most; where it has a part in more, those of a coarser grid are the shorter way.
    static let maximumCells = 24

    /// A listing's cell, as the index has it: by the same formula as ``cells(in:)``.
    var formula: String {
        """
        CAST((latitude + 90) * \(perDegree) AS INTEGER) * 65536 + CAST((longitude + 180) * \(perDegree) AS INTEGER)
        """
    }

    /// The cells in which the box has a part, those in its middle first; `nil` where they are too many.
    func cells(in box: Box) -> [Int64]? {
        let rows = indices(box.south + 90, box.north + 90)
        let columns = indices(box.west + 180, box.east + 180)
        guard rows.count * columns.count <= Self.maximumCells else { return nil }
        func fromMiddle(_ range: ClosedRange<Int64>) -> [Int64] {
            range.sorted {
                abs(2 * $0 - range.lowerBound - range.upperBound) < abs(2 * $1 - range.lowerBound - range.upperBound)
            }
        }
        let ordered = fromMiddle(columns)
        return fromMiddle(rows).flatMap { row in ordered.map { column in row * 65536 + column } }
    }

    private func indices(_ low: Double, _ high: Double) -> ClosedRange<Int64> {
        Int64(low * Double(perDegree))...Int64(high * Double(perDegree))
    }
}

/// The smallest range of degrees with all of an area in it, and a little more.
struct Box {
    let south, north, west, east: Double

    /// More than the rounding of all that is computed here, in degrees: some centimetres.
    private static let slack = 1e-6

    /// The box around the area; `nil` where that reaches a pole or the antimeridian.
    init?(_ area: Area) {
        let angle = area.radius / Coordinate.earthRadius
        let latitude = area.center.latitude
        let height = angle * 180 / .pi + Self.slack
        guard abs(latitude) + height < 90 else { return nil }
        // Where a circle touches its easternmost meridian: sin(width) = sin(angle) / cos(latitude).
        let width = asin(min(1, sin(angle) / cos(latitude * .pi / 180))) * 180 / .pi + Self.slack
        guard abs(area.center.longitude) + width < 180 else { return nil }
        (south, north) = (latitude - height, latitude + height)
        (west, east) = (area.center.longitude - width, area.center.longitude + width)
    }
}
