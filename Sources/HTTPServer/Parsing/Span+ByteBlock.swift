/// Sixteen bytes, examined at once.
typealias ByteBlock = SIMD16<UInt8>
typealias ByteBlockMask = SIMDMask<SIMD16<Int8>>

extension Span<UInt8> {
    func contains(no isBad: (ByteBlock) -> ByteBlockMask) -> Bool {
        contains(no: isBad, in: indices)
    }

    func contains(no isBad: (ByteBlock) -> ByteBlockMask, in range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while range.upperBound - start >= ByteBlock.scalarCount {
            guard isBad(sixteen(from: start)).isNone else { return false }
            start += ByteBlock.scalarCount
        }
        let left = range.upperBound - start
        guard left > 0 else { return true }
        if range.upperBound >= ByteBlock.scalarCount {
            // The last block overlaps bytes that were examined already; they are masked out.
            let isCounted = ByteBlock.lanes .>= ByteBlock(repeating: UInt8(ByteBlock.scalarCount - left))
            return (isBad(sixteen(from: range.upperBound - ByteBlock.scalarCount)) .& isCounted).isNone
        }
        return (isBad(sixteen(first: range)) .& (ByteBlock.lanes .< ByteBlock(repeating: UInt8(left)))).isNone
    }

    package var isToken: Bool { !isEmpty && contains(no: { $0.areOutsideTokens }) }

    /// Fewer than sixteen bytes, padded with zeros.
    private func sixteen(first range: Range<Int>) -> ByteBlock {
        var sixteen = ByteBlock(repeating: 0)
        let part = extracting(range)
        // Sound: the range has fewer than sixteen bytes, for which there is room, and any bits are valid.
        unsafe withUnsafeMutableBytes(of: &sixteen) { sixteen in
            unsafe part.withUnsafeBytes { unsafe sixteen.copyMemory(from: $0) }
        }
        return sixteen
    }

    private func sixteen(from start: Int) -> ByteBlock {
        precondition(0 <= start && start + ByteBlock.scalarCount <= count)
        // Sound: the bytes lie within the span, as was just checked, and any bits are valid.
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: ByteBlock.self)
    }
}

extension ByteBlockMask {
    fileprivate var isNone: Bool {
        // Sound: both are sixteen bytes, for which any bits are valid.
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }
}

extension ByteBlock {
    fileprivate static var lanes: ByteBlock { ByteBlock(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }

    /// Bytes that are not allowed in a token (``UInt8/isToken``).
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

    /// Control characters other than the tab, which are not allowed in a field's value.
    var areControl: ByteBlockMask {
        (self .< Self.all(0x20)) .& (self .!= Self.all(0x09)) .| (self .== Self.all(0x7f))
    }

    /// Bytes that are not allowed in a request's target: those of RFC 3986, except characters that browsers do not
    /// encode (`[ ] ^ { | }` and the backtick), plus `#`.
    var areOutsideTargets: ByteBlockMask {
        let isOutside = (self .<= Self.all(0x20)) .| (self .>= Self.all(0x7f))
        let isBracket = (self .== Self.all(UInt8(ascii: "<"))) .| (self .== Self.all(UInt8(ascii: ">")))
        let isQuote = (self .== Self.all(UInt8(ascii: "\""))) .| (self .== Self.all(UInt8(ascii: "\\")))
        return isOutside .| isBracket .| isQuote .| (self .== Self.all(UInt8(ascii: "#")))
    }

    /// Bytes of a query that must be decoded: `%`, `+`, and bytes outside ASCII.
    var areEncoded: ByteBlockMask {
        (self .== Self.all(UInt8(ascii: "%"))) .| (self .== Self.all(UInt8(ascii: "+"))) .| (self .>= Self.all(0x80))
    }

    /// CR, LF and NUL, which some parsers take for the end of a field.
    var areEnds: ByteBlockMask { (self .== Self.all(0x0d)) .| (self .== Self.all(0x0a)) .| (self .== Self.all(0)) }

    // Comparing with a single byte, without repeating it, would not be one instruction.
    private static func all(_ byte: UInt8) -> ByteBlock { ByteBlock(repeating: byte) }
}
