/// Appends many bytes at a time: one capacity check per call, and a copy in machine words.
///
/// Every call requires enough free capacity; less is a programming error and traps.
extension OutputSpan where Element == UInt8 {
    @inlinable
    @inline(__always)
    public mutating func append(copying bytes: Span<UInt8>) {
        let length = bytes.count
        precondition(length <= freeCapacity, "not enough free capacity")
        // Sound: the destination has room for `length` bytes, and both pointers are used only within the call.
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress, let start = buffer.baseAddress else { return }
                unsafe UnsafeMutableRawPointer(start + count).copyMemory(from: source, byteCount: length)
            }
            count += length
        }
    }

    @inlinable
    @inline(__always)
    public mutating func append(copying bytes: [UInt8]) {
        append(copying: bytes.span)
    }

    @inlinable
    @inline(__always)
    public mutating func append(copying bytes: [UInt8], _ range: Range<Int>) {
        append(copying: bytes.span.extracting(range))
    }

    /// Appends bytes that were appended before.
    @inlinable
    @inline(__always)
    public mutating func append(repeating range: Range<Int>) {
        precondition(range.upperBound <= count && range.count <= freeCapacity, "not enough bytes")
        // Sound: the bytes in the range are initialized, the destination has room for them, and does not overlap them.
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            guard let start = buffer.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + count)
                .copyMemory(from: start + range.lowerBound, byteCount: range.count)
            count += range.count
        }
    }

    @inlinable
    @inline(__always)
    public mutating func append(_ literal: StaticString) {
        // Sound: a literal lives as long as the program.
        append(copying: unsafe Span(_unsafeStart: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// The lowest byte first.
    /// - Parameter length: 0…8.
    @inlinable
    @inline(__always)
    public mutating func append(lowBytes length: Int, of word: UInt64) {
        guard freeCapacity >= 8 else {
            for index in 0..<length { append(UInt8(truncatingIfNeeded: word >> UInt64(8 * index))) }
            return
        }
        precondition(0...8 ~= length, "a word has 8 bytes")
        // Sound: the destination has room for the whole word, of which `length` bytes count as initialized.
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            guard let start = buffer.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
            count += length
        }
    }
}
