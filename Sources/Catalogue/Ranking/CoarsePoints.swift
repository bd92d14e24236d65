/// The greatest points of many rows in one byte each, computed for many rows at once: sums of ``CoarseTable``s.
///
/// A byte is 1 more than the row's coarse points, so that 0 means that the row is not to be found; 255 is that much or
/// more.
struct CoarsePoints {
    private(set) var bytes: [UInt8]

    /// The number of rows whose sums are computed together, a multiple of ``ScoreBounds/rowsOfTime``.
    private static let blockSize = 2_048

    /// Zeros.
    init(count: Int) { bytes = Array(repeating: 0, count: count) }

    /// The greatest fine points, see ``ScoreBounds``, of a row; `nil` if there is no limit.
    func greatestPoints(at place: Int) -> Int? {
        bytes[place] == .max ? nil : (Int(bytes[place]) - 1) * ScoreBounds.coarseness
    }

    /// The least byte of rows that may have so many fine points.
    static func byte(ofPoints points: Int) -> UInt8 {
        UInt8(min(Int(UInt8.max), (points + ScoreBounds.coarseness - 1) / ScoreBounds.coarseness + 1))
    }

    /// Removes a row.
    mutating func remove(at place: Int) { bytes[place] = 0 }

    // MARK: Sums

    /// Writes the points of the rows of a partition.
    /// - Parameter start: The place of the first row; ``QuantizedColumns/wordCount`` × 8 bytes follow.
    mutating func write(_ bounds: ScoreBounds, at start: Int) {
        let tables = bounds.columns.indices.map { bounds.coarseTable($0) }
        let singles = tables.count - (bounds.hasPlaces ? 2 : 0)
        let popularity = bounds.coarsePopularity
        let rowCount = bounds.rows.count
        unsafe forEachBlock(bounds.codes, from: start) { block, sums, found, others in
            for index in stride(from: block.lowerBound, to: block.upperBound, by: ScoreBounds.rowsOfTime) {
                let end = min(index + ScoreBounds.rowsOfTime, block.upperBound)
                let points = index < rowCount ? bounds.coarseRecency(of: index) + 1 : 0
                unsafe (sums + index - block.lowerBound).update(repeating: points, count: end - index)
            }
            for index in 0..<singles {
                unsafe tables[index].lookUp(bounds.codes, bounds.columns[index], block, to: found)
                unsafe Self.add(found, block.count, to: sums)
            }
            if bounds.hasPlaces {
                unsafe tables[singles].lookUp(bounds.codes, bounds.columns[singles], block, to: found)
                unsafe tables[singles + 1].lookUp(bounds.codes, bounds.columns[singles + 1], block, to: others)
                for index in 0..<block.count { unsafe found[index] = min(found[index], others[index]) }
                unsafe Self.add(found, block.count, to: sums)
            }
            if let popularity {
                let rows = block.clamped(to: 0..<rowCount)
                unsafe bounds.popularities.withUnsafeBufferPointer { popularities in
                    let first = unsafe popularities.baseAddress! + bounds.rows.lowerBound + rows.lowerBound
                    unsafe popularity.lookUp(first, rows.count, to: found)
                }
                unsafe Self.add(found, rows.count, to: sums)
            }
        }
        for place in start + rowCount..<start + bounds.codes.wordCount * 8 { bytes[place] = 0 }
    }

    /// Adds with saturation.
    @unsafe private static func add(
        _ points: UnsafeMutablePointer<UInt8>,
        _ count: Int,
        to sums: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count { unsafe sums[index] &+= min(points[index], .max &- sums[index]) }
    }

    // MARK: Conditions

    /// Removes the rows of a partition whose codes are not in the ranges.
    mutating func keep(_ ranges: [QuantizedColumns.Range], of codes: QuantizedColumns, at start: Int) {
        if ranges.isEmpty { return }
        let tables = codes.coarseTables(of: ranges, isCertain: false)
        unsafe forEachBlock(codes, from: start) { block, points, found, _ in
            for (column, table) in tables {
                unsafe table.lookUp(codes, column, block, to: found)
                for index in 0..<block.count { unsafe points[index] &= found[index] }
            }
        }
    }

    /// Removes the rows of a partition whose codes are certainly in all of the ranges: all codes with the same bits are.
    mutating func remove(_ ranges: [QuantizedColumns.Range], of codes: QuantizedColumns, at start: Int) {
        let tables = codes.coarseTables(of: ranges, isCertain: true)
        unsafe forEachBlock(codes, from: start) { block, points, found, certain in
            unsafe certain.update(repeating: .max, count: block.count)
            for (column, table) in tables {
                unsafe table.lookUp(codes, column, block, to: found)
                for index in 0..<block.count { unsafe certain[index] &= found[index] }
            }
            for index in 0..<block.count { unsafe points[index] &= ~certain[index] }
        }
    }

    /// Calls `body` for each block of the rows of a partition: with the rows, their bytes, and room for two others each.
    private mutating func forEachBlock(
        _ codes: QuantizedColumns,
        from start: Int,
        _ body: (
            _ block: Range<Int>, _ bytes: UnsafeMutablePointer<UInt8>, _ one: UnsafeMutablePointer<UInt8>,
            _ other: UnsafeMutablePointer<UInt8>
        ) -> Void
    ) {
        let count = codes.wordCount * 8
        precondition(start >= 0 && start + count <= bytes.count)
        // Sound: a block is within the bytes, whose number was checked, and no longer than each half of the buffer.
        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * Self.blockSize) { buffer in
                guard let bytes = bytes.baseAddress, let room = buffer.baseAddress else { return }
                for first in stride(from: 0, to: count, by: Self.blockSize) {
                    let block = first..<min(first + Self.blockSize, count)
                    unsafe body(block, bytes + start + first, room, room + Self.blockSize)
                }
            }
        }
    }

    // MARK: Finding

    /// Visits the places in a range whose bytes are at least `least`, in order, and removes these rows.
    mutating func take(_ places: Range<Int>, least: UInt8, _ visit: (_ place: Int) -> Void) {
        let high: UInt64 = 0x8080_8080_8080_8080
        let (isHigh, low) = (least >= 0x80, UInt64(least & 0x7f) &* 0x0101_0101_0101_0101)
        precondition(places.lowerBound >= 0 && places.upperBound <= bytes.count && places.count % 8 == 0)
        // Sound: each place is within the array, as was checked, and so are the eight bytes from a multiple of 8 on.
        unsafe bytes.withUnsafeMutableBytes { bytes in
            for place in stride(from: places.lowerBound, to: places.upperBound, by: 8) {
                let word = unsafe UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                )
                // The high bit of each byte whose lower seven bits are not less than those of `least`.
                let lower = (word | high) &- low
                var found = (isHigh ? lower & word : lower | word) & high
                while found != 0 {
                    let index = place + found.trailingZeroBitCount / 8
                    unsafe bytes[index] = 0
                    visit(index)
                    found &= found - 1
                }
            }
        }
    }
}

extension CoarseTable {
    /// Writes the values of a column's codes in a range of rows, which count from 0 within the partition.
    @unsafe fileprivate func lookUp(
        _ codes: QuantizedColumns,
        _ column: Int,
        _ rows: Range<Int>,
        to found: UnsafeMutablePointer<UInt8>
    ) {
        unsafe codes.words.withUnsafeBytes { words in
            // Words are little-endian on all supported machines: the code of the first row comes first.
            let bytes = unsafe words.baseAddress!.assumingMemoryBound(to: UInt8.self)
            unsafe lookUp(bytes + (column * codes.wordCount * 8 + rows.lowerBound), rows.count, to: found)
        }
    }
}

extension QuantizedColumns {
    /// For each column of the ranges, a table of 255 for the codes inside of its ranges, else 0.
    /// - Parameter isCertain: Of codes with the same bits, whether all that rows may have need to be inside, or one.
    fileprivate func coarseTables(of ranges: [Range], isCertain: Bool) -> [(column: Int, table: CoarseTable)] {
        var tables: [(column: Int, table: CoarseTable)] = []
        for (index, range) in ranges.enumerated() where index == 0 || ranges[index - 1].column != range.column {
            let column = range.column
            let alternatives = ranges[index...].prefix { $0.column == column }
            var table = CoarseTable(shift: coarseShift(of: column))
            // Those set last count.
            for isSetting in [isCertain, !isCertain] {
                for code in 0...Int(Self.absent) where isUsed(code, in: column) {
                    let isInside = alternatives.contains { $0.low <= code && code <= $0.high }
                    if isInside == isSetting { table.set(code, to: isInside ? .max : 0) }
                }
            }
            tables.append((column, table))
        }
        return tables
    }
}
