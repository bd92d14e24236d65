extension QuantizedColumns {
    /// The number of words that are scanned at a time.
    static let blockSize = 128

    /// Visits those of the rows whose codes are in the ranges, in order, until `visit` returns false.
    /// - Parameter rows: They count from 0 within the partition.
    func visit(_ ranges: [Range], _ rows: Swift.Range<Int>, _ visit: (_ row: Int) -> Bool) {
        let first = rows.lowerBound
        let end = (rows.upperBound + 7) / 8
        let highBits: UInt64 = 0x8080_8080_8080_8080
        // Sound: both buffers have `blockSize` words, of which `count` are used, and each column has `wordCount`.
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * Self.blockSize) { buffer in
            unsafe words.withUnsafeBufferPointer { words in
                let mask = buffer.baseAddress!
                let alternatives = unsafe mask + Self.blockSize
                var start = first / 8
                while start < end {
                    let count = min(Self.blockSize, end - start)
                    for word in 0..<count { unsafe mask[word] = highBits }
                    if start * 8 < first { unsafe mask[0] = highBits << UInt64(8 * (first - start * 8)) }
                    var index = 0
                    while index < ranges.count {
                        let column = ranges[index].column
                        let codes = unsafe words.baseAddress! + (column * wordCount + start)
                        let isOnlyOne = index + 1 == ranges.count || ranges[index + 1].column != column
                        if isOnlyOne {
                            unsafe Self.narrow(mask, codes, count, ranges[index])
                            index += 1
                            continue
                        }
                        for word in 0..<count { unsafe alternatives[word] = 0 }
                        while index < ranges.count, ranges[index].column == column {
                            unsafe Self.widen(alternatives, codes, count, ranges[index])
                            index += 1
                        }
                        for word in 0..<count { unsafe mask[word] &= alternatives[word] }
                    }
                    for word in 0..<count {
                        var bits = unsafe mask[word]
                        while bits != 0 {
                            let row = (start + word) * 8 + bits.trailingZeroBitCount / 8
                            if row >= rows.upperBound || !visit(row) { return }
                            bits &= bits - 1
                        }
                    }
                    start += count
                }
            }
        }
    }

    /// Whether a row's codes are in the ranges. Rows count from 0 within the partition.
    func contains(_ row: Int, _ ranges: [Range]) -> Bool {
        var index = 0
        while index < ranges.count {
            let column = ranges[index].column
            let code = self.code(of: row, in: column)
            var isInside = false
            while index < ranges.count, ranges[index].column == column {
                if ranges[index].low <= code, code <= ranges[index].high { isInside = true }
                index += 1
            }
            if !isInside { return false }
        }
        return true
    }

    /// Clears the high bit of each byte of `mask` whose code is outside of the range.
    @unsafe private static func narrow(
        _ mask: UnsafeMutablePointer<UInt64>,
        _ codes: UnsafePointer<UInt64>,
        _ count: Int,
        _ range: Range
    ) {
        let (high, low, spare) = constants(range)
        for word in 0..<count {
            let codes = unsafe codes[word]
            unsafe mask[word] &= ((codes | high) &- low) & ~(codes &+ spare)
        }
    }

    /// Sets the high bit of each byte of `mask` whose code is in the range.
    @unsafe private static func widen(
        _ mask: UnsafeMutablePointer<UInt64>,
        _ codes: UnsafePointer<UInt64>,
        _ count: Int,
        _ range: Range
    ) {
        let (high, low, spare) = constants(range)
        for word in 0..<count {
            let codes = unsafe codes[word]
            unsafe mask[word] |= ((codes | high) &- low) & ~(codes &+ spare) & high
        }
    }

    /// In each byte: the high bit; the least code; the distance of the greatest code to the high bit.
    private static func constants(_ range: Range) -> (high: UInt64, low: UInt64, spare: UInt64) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (ones << 7, ones &* UInt64(range.low), ones &* UInt64(absent - range.high))
    }
}
