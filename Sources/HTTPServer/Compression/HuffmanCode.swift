/// A prefix code as deflate has it: told by the lengths of its words (RFC 1951, section 3.2.2).
struct HuffmanCode {
    /// A word, its first bit lowest, and how many bits it has.
    struct Word {
        var bits: UInt64
        var count: Int

        /// This word with `other` behind it.
        func followed(by other: UInt64, count otherCount: Int) -> Word {
            Word(bits: bits | other << UInt64(count), count: count + otherCount)
        }
    }

    /// By the symbols; one without a length has no word.
    let words: [Word]

    /// The code with words of these lengths, 0…15.
    init(lengths: [UInt8]) {
        var next = [UInt64](repeating: 0, count: 16)
        var first: UInt64 = 0
        for length in 1...15 {
            first <<= 1
            next[length] = first
            first += UInt64(lengths.count { $0 == length })
        }
        words = lengths.map { length in
            guard length > 0 else { return Word(bits: 0, count: 0) }
            let word = next[Int(length)]
            next[Int(length)] += 1
            // Words are sent from their highest bit on.
            return Word(bits: UInt64(UInt16(word).bitReversed >> (16 - UInt16(length))), count: Int(length))
        }
    }
}

extension UInt16 {
    fileprivate var bitReversed: UInt16 {
        (0..<16).reduce(0) { $0 | (self >> UInt16($1) & 1) << UInt16(15 - $1) }
    }
}
