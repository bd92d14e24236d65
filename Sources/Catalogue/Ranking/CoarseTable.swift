import CShuffle

/// A table of bytes by four bits of codes, so that many rows are looked up at once.
struct CoarseTable {
    /// The number of low bits of the codes that do not count, up to 4.
    let shift: Int
    private(set) var values = InlineArray<16, UInt8>(repeating: 0)

    /// A table of zeros.
    init(shift: Int) { self.shift = shift }

    /// The place of a code.
    private func index(of code: Int) -> Int { code >> shift & 15 }

    /// Lets the value of a code and of all those with the same bits be at least `value`.
    mutating func raise(_ code: Int, to value: UInt8) {
        values[index(of: code)] = max(values[index(of: code)], value)
    }

    /// Sets the value of a code and of all those with the same bits.
    mutating func set(_ code: Int, to value: UInt8) { values[index(of: code)] = value }

    @unsafe func lookUp(_ codes: UnsafePointer<UInt8>, _ count: Int, to found: UnsafeMutablePointer<UInt8>) {
        var values = values
        unsafe values.mutableSpan.withUnsafeBufferPointer { values in
            unsafe look_up(codes, Int32(shift), values.baseAddress, found, count)
        }
    }
}
