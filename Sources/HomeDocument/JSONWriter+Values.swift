public import HomeLayout
public import Revisions

extension JSONWriter {
    /// Writes a member whose value is a string.
    public mutating func member(_ key: StaticString, _ value: String) {
        string(key) { $0.appendEscaped(value) }
    }

    /// Writes a member whose value is an integer.
    public mutating func member(_ key: StaticString, _ value: Int) {
        beginMember(key)
        append(value)
        endValue()
    }

    /// Writes a member whose value is `true` or `false`.
    public mutating func member(_ key: StaticString, _ value: Bool) {
        beginMember(key)
        append(value ? "true" : "false")
        endValue()
    }

    /// Writes a member whose value is a decimal number, without trailing zeros.
    public mutating func member(_ key: StaticString, _ value: FixedPoint) {
        beginMember(key)
        append(value)
        endValue()
    }

    /// Writes a member whose value is a number, with the fewest digits that tell it from all others; what JSON has no
    /// digits for (infinities, not-a-number) becomes `null`.
    ///
    /// It makes a `String` on the way: for what is written once and kept, not for what is written with each answer.
    public mutating func member(_ key: StaticString, _ value: Double) {
        guard value.isFinite else { return null(key) }
        beginMember(key)
        if let whole = Int(exactly: value) { append(whole) } else { append("\(value)".utf8) }
        endValue()
    }

    /// Writes a member whose value is a revision, as a string of sixteen hexadecimal digits.
    public mutating func member(_ key: StaticString, _ value: Revision) {
        string(key) { $0.append(value) }
    }

    /// Writes a member whose value is `null`.
    public mutating func null(_ key: StaticString) {
        beginMember(key)
        append("null")
        endValue()
    }

    /// Writes a member whose value is a string of what `content` appends, which must need no more escaping.
    mutating func string(_ key: StaticString, _ content: (inout JSONWriter) -> Void) {
        beginMember(key)
        append(UInt8(ascii: "\""))
        content(&self)
        append(UInt8(ascii: "\""))
        endValue()
    }

    /// Writes a string as an element of an array.
    public mutating func element(_ value: String) {
        beginElement()
        append(UInt8(ascii: "\""))
        appendEscaped(value)
        append(UInt8(ascii: "\""))
        endValue()
    }

    /// Appends an integer in decimal digits.
    mutating func append(_ value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(digits: value.magnitude, atLeast: 1)
    }

    /// Appends a decimal number without trailing zeros.
    mutating func append(_ value: FixedPoint) {
        if value.thousandths < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = value.thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        append(digits: whole, atLeast: 1)
        guard fraction != 0 else { return }
        append(UInt8(ascii: "."))
        switch fraction {
        case _ where fraction % 100 == 0: append(digits: fraction / 100, atLeast: 1)
        case _ where fraction % 10 == 0: append(digits: fraction / 10, atLeast: 2)
        default: append(digits: fraction, atLeast: 3)
        }
    }

    /// Appends a revision in sixteen lowercase hexadecimal digits.
    mutating func append(_ revision: Revision) {
        append(HexDigits(revision).span)
    }

    private mutating func append(digits value: UInt, atLeast count: Int) {
        var digits: [20 of UInt8] = .init(repeating: UInt8(ascii: "0"))
        var rest = value
        var first = digits.count
        while rest > 0 {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        first = min(first, digits.count - count)
        append(digits.span.extracting(first...))
    }
}

/// The sixteen digits of a revision.
typealias HexDigits = [16 of UInt8]

extension HexDigits {
    init(_ revision: Revision) {
        self.init { index in
            let digit = UInt8(truncatingIfNeeded: revision.rawValue >> UInt64(60 - 4 * index)) & 0xf
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
        }
    }
}
