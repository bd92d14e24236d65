/// Writes a text as literals and matches.
///
/// A match is looked for where a byte below `0` stands, which in JSON is before each word, number and key, and it has
/// to hold for ``shortest`` bytes; then it reaches as far back and forth as the texts are the same. So one place in
/// four to eight is looked at, and the text between two of them once. What is remembered of the text before are the
/// last two places for each value of a hash, and of what a match covers nothing: its places would say what those that
/// it repeats say already.
enum DeflateEncoder {
    /// How many bytes have to be the same from such a place on.
    fileprivate static let shortest = 6
    /// How long a match can be (RFC 1951, section 3.2.5).
    fileprivate static let longest = 258
    /// How far back a match can be.
    fileprivate static let farthest = 32_768
    /// What is that long is taken, without a look for longer ones.
    private static let longEnough = 48

    /// Where a text says again what it said at a distance.
    fileprivate struct Match {
        var distance = 0
        /// How many bytes it begins before the place that was looked at.
        var back = 0
        /// How many bytes it is from that place on.
        var length = 0
    }

    /// Writes all of `text`: at most 12 bits for each byte.
    static func write(_ text: RawSpan, _ tables: HuffmanTables, to finalOutput: inout BitWriter) {
        // A copy of its own can be kept in registers.
        var output = finalOutput
        defer { finalOutput = output }
        /// The lowest 16 bits of the last place of each hash, and, in the higher half, of the one before.
        var places: [2_048 of UInt32] = .init(repeating: 0)
        let count = text.byteCount
        /// The first byte that is not written yet.
        var done = 0
        var place = 0
        while place &+ 8 <= count {
            var word: UInt64 = text.word(at: place)
            let marks = word.bytesBelowZero
            if marks == 0 {
                place &+= 8
                continue
            }
            let ahead = marks.trailingZeroBitCount &>> 3
            if ahead > 0 {
                place &+= ahead
                if place &+ 8 > count { break }
                word = text.word(at: place)
            }
            // The six lowest bytes, and 11 bits of hash.
            let slot = Int(truncatingIfNeeded: ((word &<< 16) &* 0x9e37_79b9_7f4a_7c15) &>> 53)
            let before = places[slot]
            places[slot] = before &<< 16 | UInt32(truncatingIfNeeded: place & 0xffff)
            var match = Match()
            text.look(at: place, word, for: before & 0xffff, done, &match)
            if match.length &+ match.back < longEnough { text.look(at: place, word, for: before &>> 16, done, &match) }
            if match.distance == 0 {
                place &+= 1
                continue
            }
            tables.writeLiterals(text, done, place &- match.back, to: &output)
            tables.writeMatch(length: match.length &+ match.back, distance: match.distance, to: &output)
            place &+= match.length
            done = place
        }
        tables.writeLiterals(text, done, count, to: &output)
    }
}

extension RawSpan {
    /// Makes of `match` the one with what stands at a place before, told by its lowest 16 bits, where that is longer.
    @inline(__always)
    fileprivate func look(
        at place: Int,
        _ word: UInt64,
        for before: UInt32,
        _ done: Int,
        _ match: inout DeflateEncoder.Match
    ) {
        // What is farther back than 16 bits tell, or was never set, is seen to be something else.
        let distance = (place &- Int(before)) & 0xffff
        let other = place &- distance
        guard distance &- 1 < DeflateEncoder.farthest, distance > 0, other >= 0 else { return }
        guard (self.word(at: other) ^ word) &<< 16 == 0 else { return }
        let back = sameBytes(behind: place, and: other, atMost: min(place &- done, other))
        let length = sameBytes(
            from: place,
            and: other,
            atLeast: DeflateEncoder.shortest,
            atMost: min(byteCount &- place, DeflateEncoder.longest &- back)
        )
        guard length &+ back > match.length &+ match.back else { return }
        match = DeflateEncoder.Match(distance: distance, back: back, length: length)
    }
}

extension HuffmanTables {
    @inline(__always)
    fileprivate func writeLiterals(_ text: RawSpan, _ first: Int, _ end: Int, to output: inout BitWriter) {
        let literals = literals.span
        var place = first
        while place &+ 4 <= end {
            let four: UInt32 = text.word(at: place)
            // Sound, here and below: there is an entry for each byte.
            output.append(unsafe literals[unchecked: Int(four & 0xff)])
            output.append(unsafe literals[unchecked: Int(four &>> 8 & 0xff)])
            output.append(unsafe literals[unchecked: Int(four &>> 16 & 0xff)])
            output.append(unsafe literals[unchecked: Int(four &>> 24)])
            output.flush()
            place &+= 4
        }
        while place < end {
            output.append(unsafe literals[unchecked: Int(text.word(at: place) as UInt8)])
            place &+= 1
        }
        output.flush()
    }

    @inline(__always)
    fileprivate func writeMatch(length: Int, distance: Int, to output: inout BitWriter) {
        output.append(lengths[length])
        let entry = distances[distance <= 256 ? distance : 257 &+ (distance &- 1) &>> 7]
        output.append(entry & 0xffff, Int(entry &>> 56))
        output.append(UInt64(distance) &- (entry &>> 16 & 0xffff_ffff), Int(entry &>> 48 & 0xff))
        output.flush()
    }
}
