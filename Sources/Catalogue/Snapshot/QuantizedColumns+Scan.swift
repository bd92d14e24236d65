extension QuantizedColumns {
    static let blockSize = 128

    /// Visits those of the rows whose codes are in the ranges, in order, until `visit` returns false.
    /// - Parameter rows: They count from 0 within the partition.
    func visit(_ ranges: [Range], _ rows: Swift.Range<Int>, _ visit: (_ row: Int) -> Bool) {
        let first = rows.lowerBound
        let end = (rows.upperBound + 7) / 8
        let highBits: UInt64 = 0x8080_8080_8080_8080
        // Sound: both buffers have `blockSize` words, of which `count` are used, and each column has `wordCount`.
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * Self.blockSize) { buffer in
            let mask = buffer.baseAddress!
            let inColumn = unsafe mask + Self.blockSize
            for start in stride(from: first / 8, to: end, by: Self.blockSize) {
                let count = min(Self.blockSize, end - start)
                for word in 0..<count { unsafe mask[word] = highBits }
                if start * 8 < first { unsafe mask[0] = highBits << UInt64(8 * (first - start * 8)) }
                var index = 0
                while index < ranges.count {
                    let column = ranges[index].column
                    for word in 0..<count { unsafe inColumn[word] = 0 }
                    while index < ranges.count, ranges[index].column == column {
                        unsafe widen(inColumn, from: column * wordCount + start, count, ranges[index])
                        index += 1
                    }
                    for word in 0..<count { unsafe mask[word] &= inColumn[word] }
                }
                for word in 0..<count {
                    var bits = unsafe mask[word]
                    while bits != 0 {
                        let row = (start + word) * 8 + bits.trailingZeroBitCount / 8
                        if row >= rows.upperBound || !visit(row) { return }
                        bits &= bits - 1
                    }
                }
            }
        }
    }

    /// Sets the high bit of each byte of `mask` whose code in ``words``, from `start` on, is in the range.
    @unsafe private func widen(
        _ mask: UnsafeMutablePointer<UInt64>,
        from start: Int,
        _ count: Int,
        _ range: Range
    ) {
        // In each byte: the high bit; the least code; the distance of the greatest code to the high bit.
        let ones: UInt64 = 0x0101_0101_0101_0101
        let (high, low, spare) = (ones << 7, ones &* UInt64(range.low), ones &* UInt64(Self.absent - range.high))
        unsafe words.withUnsafeBufferPointer { words in
            let codes = unsafe words.baseAddress! + start
            for word in 0..<count {
                let codes = unsafe codes[word]
                unsafe mask[word] |= ((codes | high) &- low) & ~(codes &+ spare) & high
            }
        }
    }
}
