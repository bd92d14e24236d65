/// Sixteen bytes, looked at together.
typealias ByteBlock = SIMD16<UInt8>
/// Which of them.
typealias ByteBlockMask = SIMDMask<SIMD16<Int8>>

extension Span<UInt8> {
    /// Whether there is no byte like this.
    func contains(no isBad: (ByteBlock) -> ByteBlockMask) -> Bool {
        contains(no: isBad, in: indices)
    }

    /// Whether there is no byte like this in `range`, around which others may be.
    func contains(no isBad: (ByteBlock) -> ByteBlockMask, in range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while range.upperBound - start >= ByteBlock.scalarCount {
            guard isBad(sixteen(from: start)).isNone else { return false }
            start += ByteBlock.scalarCount
        }
        let left = range.upperBound - start
        guard left > 0 else { return true }
        if range.upperBound >= ByteBlock.scalarCount {
            // Together with bytes before them, which do not count.
            let isCounted = ByteBlock.places .>= ByteBlock(repeating: UInt8(ByteBlock.scalarCount - left))
            return (isBad(sixteen(from: range.upperBound - ByteBlock.scalarCount)) .& isCounted).isNone
        }
        return (isBad(sixteen(first: range)) .& (ByteBlock.places .< ByteBlock(repeating: UInt8(left)))).isNone
    }

    /// Whether this is a token (RFC 9110 section 5.6.2).
    package var isToken: Bool { !isEmpty && contains(no: { $0.areOutsideTokens }) }

    /// Fewer than sixteen, and zeros behind them.
    private func sixteen(first range: Range<Int>) -> ByteBlock {
        var sixteen = ByteBlock(repeating: 0)
        let part = extracting(range)
        // Sound: any bytes are sixteen, and there is room for those of the range, which are fewer.
        unsafe withUnsafeMutableBytes(of: &sixteen) { sixteen in
            unsafe part.withUnsafeBytes { unsafe sixteen.copyMemory(from: $0) }
        }
        return sixteen
    }

    private func sixteen(from start: Int) -> ByteBlock {
        precondition(0 <= start && start + ByteBlock.scalarCount <= count)
        // Sound: so many bytes lie within the span, as was just checked, and any bytes are sixteen.
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: ByteBlock.self)
    }
}

extension ByteBlockMask {
    /// Whether it is none of them.
    fileprivate var isNone: Bool {
        // Sound: both are sixteen bytes, of which any are numbers.
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }
}

extension ByteBlock {
    fileprivate static var places: ByteBlock { ByteBlock(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }

    /// What may not stand in a token (``UInt8/isToken``).
    var areOutsideTokens: ByteBlockMask {
        let isOutside = (self .<= Self.all(0x20)) .| (self .>= Self.all(0x7f))
        let isParenthesis = (self .== Self.all(UInt8(ascii: "("))) .| (self .== Self.all(UInt8(ascii: ")")))
        let isBracket = (self .>= Self.all(UInt8(ascii: "["))) .& (self .<= Self.all(UInt8(ascii: "]")))
        let isBrace = (self .== Self.all(UInt8(ascii: "{"))) .| (self .== Self.all(UInt8(ascii: "}")))
        let isSeparator = (self .>= Self.all(UInt8(ascii: ":"))) .& (self .<= Self.all(UInt8(ascii: "@")))
        let isMark = (self .== Self.all(UInt8(ascii: "\""))) .| (self .== Self.all(UInt8(ascii: ",")))
        let isOther = isMark .| (self .== Self.all(UInt8(ascii: "/")))
        return isOutside .| isParenthesis .| isBracket .| isBrace .| isSeparator .| isOther
    }

    /// What may not stand in a field's value: control characters other than the tab.
    var areControl: ByteBlockMask {
        (self .< Self.all(0x20)) .& (self .!= Self.all(0x09)) .| (self .== Self.all(0x7f))
    }

    /// What may not stand in a request's target. Less than RFC 3986 has of it, by the characters that browsers do not
    /// encode (`[ ] ^ { | }` and the backtick); any fragment, and whatever is not ASCII.
    var areOutsideTargets: ByteBlockMask {
        let isOutside = (self .<= Self.all(0x20)) .| (self .>= Self.all(0x7f))
        let isBracket = (self .== Self.all(UInt8(ascii: "<"))) .| (self .== Self.all(UInt8(ascii: ">")))
        let isQuote = (self .== Self.all(UInt8(ascii: "\""))) .| (self .== Self.all(UInt8(ascii: "\\")))
        return isOutside .| isBracket .| isQuote .| (self .== Self.all(UInt8(ascii: "#")))
    }

    /// What may stand for something else in a query: an escape, a `+`, and whatever is not ASCII.
    var areEncoded: ByteBlockMask {
        (self .== Self.all(UInt8(ascii: "%"))) .| (self .== Self.all(UInt8(ascii: "+"))) .| (self .>= Self.all(0x80))
    }

    /// What may not stand in a field's value, since some would take it for the field's end.
    var areEnds: ByteBlockMask { (self .== Self.all(0x0d)) .| (self .== Self.all(0x0a)) .| (self .== Self.all(0)) }

    // To compare with one byte, without making sixteen of it, is not a thing of one instruction.
    private static func all(_ byte: UInt8) -> ByteBlock { ByteBlock(repeating: byte) }
}
