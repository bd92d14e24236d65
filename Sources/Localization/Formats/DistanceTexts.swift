import Bytes

/// The texts of near distances, each prepared once: a home shows dozens, and rounding leaves about 300.
struct DistanceTexts: Sendable {
    /// The distances whose texts are prepared, in metres.
    static let prepared = 0..<20_000

    /// The first distance of each text, in metres.
    private let starts: [Int32]
    /// The end of each text in ``bytes``.
    private let ends: [Int32]
    private let bytes: [UInt8]

    /// Prepares the texts that `write` appends for each distance in metres.
    /// - Parameter maximumLength: The most bytes of a text.
    init(_ system: MeasurementSystem, maximumLength: Int, _ write: (Int, inout OutputSpan<UInt8>) -> Void) {
        var (starts, ends): ([Int32], [Int32]) = ([], [])
        var bytes: [UInt8] = []
        var last: (unit: StringKey, thousandths: Int)?
        for meters in Self.prepared {
            let rounded = system.distance(meters: meters)
            if let last, last == rounded { continue }
            last = rounded
            bytes.append(addingCapacity: maximumLength) { write(meters, &$0) }
            starts.append(Int32(meters))
            ends.append(Int32(bytes.count))
        }
        self.starts = starts
        self.ends = ends
        self.bytes = bytes
    }

    /// Appends the text of a prepared distance in metres.
    func write(_ meters: Int, to output: inout OutputSpan<UInt8>) {
        // The last text that starts at `meters` or before, by binary search without branches.
        var (index, count) = (0, starts.count)
        while count > 1 {
            let half = count / 2
            index = starts[index + half] <= meters ? index + half : index
            count -= half
        }
        let start = index == 0 ? 0 : ends[index - 1]
        output.append(copying: bytes, Int(start)..<Int(ends[index]))
    }
}
