/// Bits on their way into memory, the lowest first.
///
/// It is safe to use: that there is room is checked where bytes are stored.
@safe
struct BitWriter {
    /// Where the next whole byte goes.
    private var next: UnsafeMutableRawPointer
    /// The last place where eight bytes can be stored.
    private let last: UnsafeMutableRawPointer
    /// The bits that no whole byte was made of yet, fewer than 8 after ``flush()``.
    private var bits: UInt64
    private var count: Int

    /// Appends to `bytes` what `write` appends, `room` bytes at most, behind the bits of `word`; zeros follow up to the
    /// next byte.
    static func append(
        to bytes: inout [UInt8],
        room: Int,
        behind word: HuffmanCode.Word,
        _ write: (inout BitWriter) -> Void
    ) {
        bytes.append(addingCapacity: room + 16) { bytes in
            // Sound: the output is used within the closure alone, and has stored so many bytes as it says.
            unsafe bytes.withUnsafeMutableBufferPointer { memory, count in
                guard let start = memory.baseAddress else { return }
                let first = unsafe UnsafeMutableRawPointer(start + count)
                let last = unsafe UnsafeMutableRawPointer(start + memory.count - 8)
                var output = unsafe BitWriter(first, last, word)
                write(&output)
                output.flush()
                if output.count > 0 { output.append(0, 8 - output.count) }
                output.flush()
                unsafe count += output.next - first
            }
        }
    }

    private init(_ next: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer, _ word: HuffmanCode.Word) {
        unsafe self.next = next
        unsafe self.last = last
        bits = word.bits
        count = word.count
    }

    /// Appends the lowest `added` bits of `word`, which has no others: 56 bits at most between two flushes.
    @inline(__always)
    mutating func append(_ word: UInt64, _ added: Int) {
        bits |= word &<< UInt64(truncatingIfNeeded: count)
        count &+= added
    }

    /// Appends an entry of ``HuffmanTables``: its bits, and in the highest byte how many they are.
    @inline(__always)
    mutating func append(_ entry: UInt32) {
        append(UInt64(entry & 0xff_ffff), Int(entry &>> 24))
    }

    /// Stores what is whole.
    @inline(__always)
    mutating func flush() {
        precondition(unsafe next <= last, "there is no room")
        // Sound: there is room for eight bytes, of which those count that are whole.
        unsafe next.storeBytes(of: bits.littleEndian, as: UInt64.self)
        let whole = count &>> 3
        unsafe next += whole
        bits &>>= UInt64(truncatingIfNeeded: whole &* 8)
        count &= 7
    }
}
