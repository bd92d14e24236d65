/// The values of a statement as libpq takes them.
struct Parameters {
    /// Each behind its length.
    private var buffer: [UInt8] = []
    /// Where each begins; `nil` for NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []

    init(_ values: [Value]) {
        for value in values {
            let start = buffer.count + 4
            buffer.append(value)
            offsets.append(value == .null ? nil : start)
            lengths.append(Int32(max(0, buffer.count - start)))
        }
        // What is empty is not NULL: a byte of nobody's, for it to point to.
        buffer.append(0)
    }

    /// Calls `body` with pointers to the values, which are nil for NULL, their lengths, and that all are in binary format. The
    /// pointers are good as long as the call lasts.
    @unsafe func withPointers<Outcome, Failure: Error>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try unsafe buffer.withUnsafeBufferPointer { (bytes) throws(Failure) in
            let start = unsafe UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
            let pointers = unsafe offsets.map { offset in unsafe offset.map { unsafe start + $0 } }
            return try unsafe body(pointers, lengths, [Int32](repeating: 1, count: lengths.count))
        }
    }
}
