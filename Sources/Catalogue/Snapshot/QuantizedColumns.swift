/// The columns of a partition in seven bits per value, so that a scan skips most rows without reading their values.
///
/// Codes are monotonic: a row whose code is outside of a condition's range of codes does not match. The others have to
/// be checked. Few rows have no codes.
struct QuantizedColumns: Sendable {
    /// The codes, column by column, eight rows per word, each column padded with ``absent``.
    let words: [UInt64]
    let wordCount: Int
    /// By column. The code of a number is the number of these ascending bounds that are not greater; that of a text,
    /// whose column has none, is the remainder of its text code.
    private let bounds: [[Double]]

    /// The columns; attributes follow in the order of ``Kind/columns``.
    static let price = 0
    static let latitude = 1
    static let longitude = 2
    static let brand = 3
    static let category = 4
    static let attributes = 5

    static let greatest: UInt8 = 126
    static let absent: UInt8 = 127
    /// Fewer rows have no codes.
    static let leastRows = 128
    /// The approximate number of values from which the bounds of codes are taken.
    private static let sampleSize = 2_048
}

extension QuantizedColumns {
    init(_ rows: Swift.Range<Int>, of columns: Shard.Columns, _ values: RowValues) {
        guard rows.count >= Self.leastRows else {
            self.init(words: [], wordCount: 0, bounds: [])
            return
        }
        let inKind = rows.lowerBound - values.rows.lowerBound..<rows.upperBound - values.rows.lowerBound
        let wordCount = (rows.count + 7) / 8
        var words: [UInt64] = []
        var bounds: [[Double]] = []
        words.reserveCapacity(wordCount * (Self.attributes + values.numbers.count))
        func append(_ numbers: [Double]) {
            let own = Self.bounds(of: numbers)
            bounds.append(own)
            Self.append(numbers.lazy.map { Self.code(of: $0, own) }, to: &words)
        }
        func append(_ texts: some Collection<UInt32>) {
            bounds.append([])
            Self.append(texts.lazy.map(Self.code), to: &words)
        }
        append(columns.prices[rows].map { $0 == PackedItem.noPrice ? .nan : Double($0) })
        append(Array(columns.latitudes[rows]))
        append(Array(columns.longitudes[rows]))
        append(columns.identities[rows].lazy.map(\.brand))
        append(columns.categories[rows])
        for (index, numbers) in values.numbers.enumerated() {
            if numbers.isEmpty {
                append(rows.lazy.map { values.code(.attribute(index), of: $0) })
            } else {
                append(Array(numbers[inKind]))
            }
        }
        self.init(words: words, wordCount: wordCount, bounds: bounds)
    }

    /// The codes of some of the rows, in another order.
    func arranged(_ rows: some Collection<Int>) -> QuantizedColumns {
        var words: [UInt64] = []
        words.reserveCapacity((rows.count + 7) / 8 * bounds.count)
        for column in bounds.indices { Self.append(rows.lazy.map { code(of: $0, in: column) }, to: &words) }
        return QuantizedColumns(words: words, wordCount: (rows.count + 7) / 8, bounds: bounds)
    }

    private static func append(_ codes: some Sequence<UInt8>, to words: inout [UInt64]) {
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for code in codes {
            word |= UInt64(code) << shift
            shift += 8
            if shift == 64 {
                words.append(word)
                (word, shift) = (0, 0)
            }
        }
        if shift > 0 { words.append(word | UInt64(absent) &* 0x0101_0101_0101_0101 << shift) }
    }

    /// Up to ``greatest`` ascending values that split the numbers into parts of about the same size.
    private static func bounds(of numbers: [Double]) -> [Double] {
        let step = max(1, numbers.count / sampleSize)
        let sample = stride(from: 0, to: numbers.count, by: step).map { numbers[$0] }.filter { !$0.isNaN }.sorted()
        var distinct: [Double] = []
        for value in sample where distinct.last != value { distinct.append(value) }
        if distinct.count <= Int(greatest) { return distinct }
        var bounds: [Double] = []
        for part in 0..<Int(greatest) {
            let value = sample[part * sample.count / Int(greatest)]
            if bounds.last != value { bounds.append(value) }
        }
        return bounds
    }

    private static func code(of number: Double, _ bounds: [Double]) -> UInt8 {
        if number.isNaN { return absent }
        return UInt8(bounds.indices.partitioningIndex { bounds[$0] > number })
    }

    private static func code(of text: UInt32) -> UInt8 {
        text == TextDictionary.none ? absent : UInt8(text % UInt32(absent))
    }

    var isEmpty: Bool { words.isEmpty }

    /// A range of codes of a column. Ranges of one column are consecutive alternatives.
    struct Range {
        let column: Int
        let low: UInt8
        let high: UInt8
    }

    func range(_ column: Int, _ numbers: ClosedRange<Double>) -> Range {
        let (low, high) = (numbers.lowerBound, numbers.upperBound)
        return Range(
            column: column,
            low: Self.code(of: low, bounds[column]),
            high: Self.code(of: high, bounds[column])
        )
    }

    static func range(_ column: Int, text: UInt32) -> Range {
        Range(column: column, low: code(of: text), high: code(of: text))
    }

    /// The code of a row, which counts from 0 within the partition.
    @inline(__always)
    func code(of row: Int, in column: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: words[column * wordCount + row / 8] >> UInt64(row % 8 * 8))
    }

    static let blockSize = 128

    /// Visits those of the rows whose codes are in the ranges, in order, until `visit` returns false; all without ranges
    /// or codes.
    /// - Parameter rows: They count from 0 within the partition.
    @inline(__always)
    func visit(_ ranges: [Range], _ rows: Swift.Range<Int>, _ visit: (_ row: Int) -> Bool) {
        if !isEmpty, !ranges.isEmpty { return scan(ranges, rows, visit) }
        for row in rows where !visit(row) { return }
    }

    private func scan(_ ranges: [Range], _ rows: Swift.Range<Int>, _ visit: (_ row: Int) -> Bool) {
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
