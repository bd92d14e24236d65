/// Sixteen bytes, looked at together.
typealias Sixteen = SIMD16<UInt8>
/// Which of them.
typealias SixteenMask = SIMDMask<SIMD16<Int8>>

extension Span<UInt8> {
    /// Whether there is no byte like this.
    func contains(no isBad: (Sixteen) -> SixteenMask) -> Bool {
        contains(no: isBad, in: indices)
    }

    /// Whether there is no byte like this in `range`, around which others may be.
    func contains(no isBad: (Sixteen) -> SixteenMask, in range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while range.upperBound - start >= Sixteen.scalarCount {
            guard isBad(sixteen(from: start)).isNone else { return false }
            start += Sixteen.scalarCount
        }
        let left = range.upperBound - start
        guard left > 0 else { return true }
        if range.upperBound >= Sixteen.scalarCount {
            // Together with bytes before them, which do not count.
            let isCounted = Sixteen.places .>= Sixteen(repeating: UInt8(Sixteen.scalarCount - left))
            return (isBad(sixteen(from: range.upperBound - Sixteen.scalarCount)) .& isCounted).isNone
        }
        return (isBad(sixteen(first: range)) .& (Sixteen.places .< Sixteen(repeating: UInt8(left)))).isNone
    }

    /// Whether this is a token (RFC 9110 section 5.6.2).
    package var isToken: Bool { !isEmpty && contains(no: { $0.areOutsideTokens }) }

    /// Fewer than sixteen, and zeros behind them.
    private func sixteen(first range: Range<Int>) -> Sixteen {
        var sixteen = Sixteen(repeating: 0)
        let part = extracting(range)
        // Sound: any bytes are sixteen, and there is room for those of the range, which are fewer.
        unsafe withUnsafeMutableBytes(of: &sixteen) { sixteen in
            unsafe part.withUnsafeBytes { unsafe sixteen.copyMemory(from: $0) }
        }
        return sixteen
    }

    private func sixteen(from start: Int) -> Sixteen {
        precondition(0 <= start && start + Sixteen.scalarCount <= count)
        // Sound: so many bytes lie within the span, as was just checked, and any bytes are sixteen.
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: Sixteen.self)
    }
}

extension SixteenMask {
    /// Whether it is none of them.
    fileprivate var isNone: Bool {
        // Sound: both are sixteen bytes, of which any are numbers.
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }
}

extension Sixteen {
    fileprivate static var places: Sixteen { Sixteen(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }

    /// What may not stand in a token (``UInt8/isToken``).
    var areOutsideTokens: SixteenMask {
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
    var areControl: SixteenMask {
        (self .< Self.all(0x20)) .& (self .!= Self.all(0x09)) .| (self .== Self.all(0x7f))
    }

    /// What may not stand in a request's target. Less than RFC 3986 has of it, by the characters that browsers do not
    /// encode (`[ ] ^ { | }` and the backtick); any fragment, and whatever is not ASCII.
    var areOutsideTargets: SixteenMask {
        let isOutside = (self .<= Self.all(0x20)) .| (self .>= Self.all(0x7f))
        let isBracket = (self .== Self.all(UInt8(ascii: "<"))) .| (self .== Self.all(UInt8(ascii: ">")))
        let isQuote = (self .== Self.all(UInt8(ascii: "\""))) .| (self .== Self.all(UInt8(ascii: "\\")))
        return isOutside .| isBracket .| isQuote .| (self .== Self.all(UInt8(ascii: "#")))
    }

    /// What may stand for something else in a query: an escape, a `+`, and whatever is not ASCII.
    var areEncoded: SixteenMask {
        (self .== Self.all(UInt8(ascii: "%"))) .| (self .== Self.all(UInt8(ascii: "+"))) .| (self .>= Self.all(0x80))
    }

    /// What may not stand in a field's value, since some would take it for the field's end.
    var areEnds: SixteenMask { (self .== Self.all(0x0d)) .| (self .== Self.all(0x0a)) .| (self .== Self.all(0)) }

    // To compare with one byte, without making sixteen of it, is not a thing of one instruction.
    private static func all(_ byte: UInt8) -> Sixteen { Sixteen(repeating: byte) }
}
