import Bytes

/// The texts of near distances, each prepared once: a home shows dozens, and rounding leaves about 300.
struct DistanceTexts: Sendable {
    /// The distances whose texts are prepared, in metres.
    static let prepared = 0..<20_000

    /// The metres between two distances at which a search begins.
    private static let step = 128

    /// The first distance of each pair of texts, in metres.
    private let starts: [Int32]
    /// The number of the texts of each multiple of the step.
    private let searchStarts: [Int]
    /// The texts: `850 m`, `850 m away`.
    private let texts: [(distance: Range<Int>, away: Range<Int>)]
    private let bytes: [UInt8]

    /// Prepares the texts that `write` and `writeAway` append for each distance in metres.
    /// - Parameter maximumLength: The most bytes of a text.
    init(
        _ system: MeasurementSystem,
        maximumLength: Int,
        _ write: (Int, inout OutputSpan<UInt8>) -> Void,
        away writeAway: (Int, inout OutputSpan<UInt8>) -> Void
    ) {
        var starts: [Int32] = []
        var searchStarts: [Int] = []
        var texts: [(Range<Int>, Range<Int>)] = []
        var bytes: [UInt8] = []
        func text(_ meters: Int, _ write: (Int, inout OutputSpan<UInt8>) -> Void) -> Range<Int> {
            let start = bytes.count
            bytes.append(addingCapacity: maximumLength) { write(meters, &$0) }
            return start..<bytes.count
        }
        var last: (unit: StringKey, thousandths: Int)?
        for meters in Self.prepared {
            let rounded = system.distance(meters: meters)
            if last.map({ $0 != rounded }) ?? true {
                starts.append(Int32(meters))
                texts.append((text(meters, write), text(meters, writeAway)))
                last = rounded
            }
            if meters.isMultiple(of: Self.step) { searchStarts.append(starts.count - 1) }
        }
        self.starts = starts
        self.searchStarts = searchStarts
        self.texts = texts
        self.bytes = bytes
    }

    /// The number of the texts of a prepared distance in metres.
    func index(of meters: Int) -> Int {
        // The last texts that start at `meters` or before: mostly among the next two.
        var index = searchStarts[meters / Self.step]
        while index + 1 < starts.count, starts[index + 1] <= meters { index += 1 }
        return index
    }

    func write(_ index: Int, to output: inout OutputSpan<UInt8>) {
        output.append(copying: bytes, texts[index].distance)
    }

    func writeAway(_ index: Int, to output: inout OutputSpan<UInt8>) {
        output.append(copying: bytes, texts[index].away)
    }
}
