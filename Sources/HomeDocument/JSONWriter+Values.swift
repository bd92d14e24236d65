import Bytes
import HomeLayout

extension JSONWriter {
    /// Writes a member whose value is a string.
    public mutating func member(_ key: StaticString, _ value: String) { member(key, utf8: value.utf8.span) }

    /// Writes a member whose value is a string, given in UTF-8.
    public mutating func member(_ key: StaticString, utf8 text: Span<UInt8>) {
        let first = text.firstIndexToEscape
        member(key, room: text.length(escapedFrom: first) + 2) {
            $0.append(UInt8(ascii: "\""))
            $0.append(text, escapedFrom: first)
            $0.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a member whose value is an integer.
    public mutating func member(_ key: StaticString, _ value: Int) {
        member(key, room: Self.longestNumber) { $0.append(decimal: value) }
    }

    /// Writes a member whose value is `true` or `false`.
    public mutating func member(_ key: StaticString, _ value: Bool) {
        member(key, room: 5) { $0.append(value ? "true" : "false") }
    }

    /// Writes a member whose value is a decimal number, without trailing zeros.
    public mutating func member(_ key: StaticString, _ value: FixedPoint) {
        member(key, room: Self.longestNumber) { $0.append(value) }
    }

    /// Writes a member whose value is a number, with the fewest digits that tell it from all others; what JSON has no
    /// digits for (infinities, not-a-number) becomes `null`.
    ///
    /// It makes a `String` on the way: for what is written once and kept, not for what is written with each answer.
    public mutating func member(_ key: StaticString, _ value: Double) {
        guard value.isFinite else { return null(key) }
        if let whole = Int(exactly: value) { return member(key, whole) }
        let text = "\(value)"
        member(key, room: text.utf8.count) { $0.append(copying: text.utf8.span) }
    }

    /// Writes a member whose value is a revision, as a string of sixteen hexadecimal digits.
    public mutating func member(_ key: StaticString, _ value: Revision) {
        member(key, room: 18) {
            $0.append(UInt8(ascii: "\""))
            $0.append(hexadecimal: value.rawValue)
            $0.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a member whose value is `null`.
    public mutating func null(_ key: StaticString) {
        member(key, room: 4) { $0.append("null") }
    }

    /// Writes a string as an element of an array.
    public mutating func element(_ value: String) { element(utf8: value.utf8.span) }

    /// Writes a string, given in UTF-8, as an element of an array.
    public mutating func element(utf8 text: Span<UInt8>) {
        let first = text.firstIndexToEscape
        element(room: text.length(escapedFrom: first) + 2) {
            $0.append(UInt8(ascii: "\""))
            $0.append(text, escapedFrom: first)
            $0.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a member whose value is a string. The key needs no escaping.
    public mutating func member(named key: String, _ value: String) {
        let text = value.utf8.span
        let first = text.firstIndexToEscape
        member(named: key, room: text.length(escapedFrom: first) + 2) {
            $0.append(UInt8(ascii: "\""))
            $0.append(text, escapedFrom: first)
            $0.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a member whose value is `true` or `false`. The key needs no escaping.
    public mutating func member(named key: String, _ value: Bool) {
        member(named: key, room: 5) { $0.append(value ? "true" : "false") }
    }

    /// Writes a member whose value is a number, as ``member(_:_:)`` does. The key needs no escaping.
    public mutating func member(named key: String, _ value: Double) {
        if let whole = Int(exactly: value) {
            return member(named: key, room: Self.longestNumber) { $0.append(decimal: whole) }
        }
        let text = value.isFinite ? "\(value)" : "null"
        member(named: key, room: text.utf8.count) { $0.append(copying: text.utf8.span) }
    }

    /// The most bytes of an integer or a decimal number.
    static let longestNumber = 24
}

extension OutputSpan<UInt8> {
    /// Appends a decimal number without trailing zeros.
    mutating func append(_ value: FixedPoint) { append(decimal: value.thousandths, places: 3) }
}
