import Bytes

/// The texts of near distances, each prepared once: a home shows dozens, and rounding leaves about 300.
struct DistanceTexts: Sendable {
    /// The index of the text of each distance in metres.
    private var indexes: [UInt16] = []
    private var texts: [Range<Int>] = []
    private var bytes: [UInt8] = []

    /// Prepares the texts that `write` appends for each distance in metres, of at most `maximumLength` bytes.
    init(_ system: MeasurementSystem, maximumLength: Int, _ write: (Int, inout OutputSpan<UInt8>) -> Void) {
        var last: (unit: StringKey, thousandths: Int)?
        for meters in 0..<20_000 {
            let rounded = system.distance(meters: meters)
            if last.map({ $0 != rounded }) ?? true {
                let start = bytes.count
                bytes.append(addingCapacity: maximumLength) { write(meters, &$0) }
                texts.append(start..<bytes.count)
                last = rounded
            }
            indexes.append(UInt16(texts.count - 1))
        }
    }

    /// Returns `false` for a distance that is too far to be prepared.
    func write(_ meters: Int, to output: inout OutputSpan<UInt8>) -> Bool {
        guard meters < indexes.count else { return false }
        output.append(copying: bytes, texts[Int(indexes[meters])])
        return true
    }
}
