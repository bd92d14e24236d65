/// Appending bytes many at a time. The place that is left is asked for once for all of them, and they are copied as words.
extension OutputSpan where Element == UInt8 {
    /// Appends `bytes`. It is a mistake of the program to append more than there is room for.
    @inlinable
    @inline(__always)
    public mutating func append(copying bytes: Span<UInt8>) {
        let length = bytes.count
        precondition(length <= freeCapacity, "there is no room")
        // Sound: there is room for the bytes behind those that are there, and both memories are used within the call alone.
        unsafe withUnsafeMutableBufferPointer { room, count in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress, let start = room.baseAddress else { return }
                unsafe UnsafeMutableRawPointer(start + count).copyMemory(from: source, byteCount: length)
            }
            count += length
        }
    }

    /// Appends `bytes`. It is a mistake of the program to append more than there is room for.
    @inlinable
    @inline(__always)
    public mutating func append(copying bytes: [UInt8]) {
        append(copying: bytes.span)
    }

    /// Appends those of `bytes` that are in `range`. It is a mistake of the program to append more than there is room for.
    @inlinable
    @inline(__always)
    public mutating func append(copying bytes: [UInt8], _ range: Range<Int>) {
        append(copying: bytes.span.extracting(range))
    }

    /// Appends the bytes of a literal. It is a mistake of the program to append more than there is room for.
    @inlinable
    @inline(__always)
    public mutating func append(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        precondition(length <= freeCapacity, "there is no room")
        // Sound: there is room for the bytes behind those that are there, and a literal's live as long as the program.
        unsafe withUnsafeMutableBufferPointer { room, count in
            guard let start = room.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + count).copyMemory(from: literal.utf8Start, byteCount: length)
            count += length
        }
    }

    /// Appends the lowest `count` bytes of a word, 0…8, the lowest first. It is a mistake of the program to append more
    /// than there is room for.
    @inlinable
    @inline(__always)
    public mutating func append(lowest length: Int, of word: UInt64) {
        guard freeCapacity >= 8 else {
            for index in 0..<length { append(UInt8(truncatingIfNeeded: word >> UInt64(8 * index))) }
            return
        }
        precondition(0...8 ~= length, "a word has 8 bytes")
        // Sound: there is room for the whole word behind the bytes that are there; how many of it count is said then.
        unsafe withUnsafeMutableBufferPointer { room, count in
            guard let start = room.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
            count += length
        }
    }
}
