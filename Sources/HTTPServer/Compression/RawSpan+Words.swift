/// Reading a text eight bytes at a time. It is up to the reader that the bytes are there, which only builds for
/// debugging check: the loops of ``DeflateEncoder`` ask once where each load would ask again. Any bytes are an integer.
extension RawSpan {
    /// The bytes from `place` on, the first one lowest.
    @inline(__always)
    func word<Word: FixedWidthInteger & BitwiseCopyable>(at place: Int) -> Word {
        assert(place >= 0 && place + MemoryLayout<Word>.size <= byteCount)
        let word = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: Word.self)
        return word.littleEndian
    }

    /// How many bytes are the same from `place` and from `other`, which comes before it, on: `least`, which are, to
    /// `most`, which there are.
    @inline(__always)
    func sameBytes(from place: Int, and other: Int, atLeast least: Int, atMost most: Int) -> Int {
        var length = least
        while length &+ 8 <= most {
            let difference: UInt64 = word(at: place &+ length) ^ word(at: other &+ length)
            if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
            length &+= 8
        }
        while length < most, (word(at: place &+ length) as UInt8) == word(at: other &+ length) { length &+= 1 }
        return length
    }

    /// How many bytes are the same before `place` and `other`, which comes before it, up to 8: more are seldom, since a
    /// match would have covered them.
    @inline(__always)
    func sameBytes(behind place: Int, and other: Int, atMost most: Int) -> Int {
        guard other >= 8 else { return 0 }
        let difference: UInt64 = word(at: place &- 8) ^ word(at: other &- 8)
        return min(difference.leadingZeroBitCount &>> 3, most)
    }
}

extension UInt64 {
    /// The highest bit of each byte that is below `0`, which is 0x30.
    @inline(__always)
    var bytesBelowZero: UInt64 {
        let high: UInt64 = 0x8080_8080_8080_8080
        // 0x50 carries the seven lower bits of 0x30 and more into the highest.
        return (((self & ~high) &+ 0x5050_5050_5050_5050) | self) & high ^ high
    }
}
