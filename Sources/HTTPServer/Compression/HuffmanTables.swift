/// What is written for each literal, length and distance, and before and after all of them.
///
/// An entry holds its bits from the lowest on, and how many they are in the highest byte.
struct HuffmanTables: Sendable {
    /// By the byte.
    let literals: [UInt32]
    /// By the length of a match, ``Match/lengths``: the word and the extra bits behind it.
    let lengths: [UInt32]
    /// By the distance up to 256, and behind them by a 128th of the distance: the word, at bits 16…47 the distance that
    /// its extra bits are counted from, and at 48…55 how many these are.
    let distances: [UInt64]
    /// The head of the only block: how it is coded, and the code.
    let head: [UInt8]
    /// The bits of the head behind its last whole byte.
    let rest: HuffmanCode.Word
    /// What follows the last symbol.
    let end: HuffmanCode.Word

    static let shared = HuffmanTables()

    /// The shortest distance of each symbol, and how many extra bits it has (RFC 1951, section 3.2.5).
    private static let distanceSymbols: [(base: Int, extra: Int)] = symbols(count: 30, first: 1, plain: 4, each: 2)
    /// The shortest length of each symbol from 257 on, but for the last, which is 258 alone, with its extra bits.
    private static let lengthSymbols: [(base: Int, extra: Int)] =
        symbols(count: 28, first: 3, plain: 8, each: 4) + [(258, 0)]

    /// After the first `plain` symbols, which mean one value each, `each` symbols in a row have an extra bit more.
    private static func symbols(count: Int, first: Int, plain: Int, each: Int) -> [(base: Int, extra: Int)] {
        var base = first
        return (0..<count).map { index in
            let extra = index < plain ? 0 : (index - plain) / each + 1
            defer { base += 1 << extra }
            return (base, extra)
        }
    }

    private init() {
        let code = HuffmanCode(lengths: HuffmanCodeLengths.literals)
        func entry(_ word: HuffmanCode.Word) -> UInt32 { UInt32(word.bits) | UInt32(word.count) << 24 }
        literals = code.words[..<256].map(entry)
        end = code.words[256]
        lengths = (0...258).map { length in
            guard let index = Self.lengthSymbols.lastIndex(where: { $0.base <= length }) else { return 0 }
            let (base, extra) = Self.lengthSymbols[index]
            return entry(code.words[257 + index].followed(by: UInt64(length - base), count: extra))
        }
        let distanceCode = HuffmanCode(lengths: HuffmanCodeLengths.distances)
        let closest = (0...256).map { $0 }
        let others = (0..<256).map { max(257, $0 << 7 + 1) }
        distances = (closest + others).map { distance in
            guard let index = Self.distanceSymbols.lastIndex(where: { $0.base <= distance }) else { return 0 }
            let (base, extra) = Self.distanceSymbols[index]
            let word = distanceCode.words[index]
            return word.bits | UInt64(base) << 16 | UInt64(extra) << 48 | UInt64(word.count) << 56
        }
        (head, rest) = Self.head()
    }

    /// `BFINAL`, `BTYPE` and the code (RFC 1951, section 3.2.7).
    private static func head() -> ([UInt8], HuffmanCode.Word) {
        var bytes: [UInt8] = []
        var rest = HuffmanCode.Word(bits: 0, count: 0)
        func put(_ bits: UInt64, _ count: Int) {
            rest = rest.followed(by: bits, count: count)
            while rest.count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: rest.bits))
                rest = HuffmanCode.Word(bits: rest.bits >> 8, count: rest.count - 8)
            }
        }
        put(0b101, 3)
        put(UInt64(HuffmanCodeLengths.literals.count - 257), 5)
        put(UInt64(HuffmanCodeLengths.distances.count - 1), 5)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        put(UInt64(order.count - 4), 4)
        for symbol in order { put(UInt64(HuffmanCodeLengths.lengths[symbol]), 3) }
        let words = HuffmanCode(lengths: HuffmanCodeLengths.lengths).words
        var lengths = (HuffmanCodeLengths.literals + HuffmanCodeLengths.distances)[...]
        while let length = lengths.popFirst() {
            put(words[Int(length)].bits, words[Int(length)].count)
            let again = lengths.prefix(6).prefix { $0 == length }.count
            guard again >= 3 else { continue }
            put(words[16].bits, words[16].count)
            put(UInt64(again - 3), 2)
            lengths = lengths.dropFirst(again)
        }
        return (bytes, rest)
    }
}
