/// How many rows have each byte of ``CoarsePoints``, from a sample.
struct PointHistogram {
    private var counts = InlineArray<256, UInt32>(repeating: 0)
    private let step: Int

    /// The number of rows per row of the sample; not a multiple of 8, so that it is not of the same bits of words.
    private static let sampleStep = 13

    init(_ points: CoarsePoints, _ ranges: [Range<Int>]) {
        step = ranges.reduce(0) { $0 + $1.count } > 4_096 ? Self.sampleStep : 1
        for range in ranges {
            for place in stride(from: range.lowerBound, to: range.upperBound, by: step) {
                counts[Int(points.bytes[place])] += 1
            }
        }
    }

    /// The byte that about `count` rows have at least; 1 if there are not so many.
    func cut(_ count: Int) -> UInt8 {
        var sum = 0
        for byte in counts.indices.dropFirst().reversed() {
            sum += Int(counts[byte]) * step
            if sum >= count { return UInt8(byte) }
        }
        return 1
    }
}
