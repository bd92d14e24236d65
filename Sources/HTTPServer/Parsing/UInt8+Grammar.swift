extension UInt8 {
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")

    /// Space or horizontal tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// The lower case of an ASCII letter; any other byte as it is.
    var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

    /// `tchar` (RFC 9110 section 5.6.2).
    @inlinable package var isToken: Bool { ByteSet.token.contains(self) }

    /// What may stand in a field's value: anything but control characters (RFC 9110 section 5.5).
    var isFieldContent: Bool { self >= 0x20 ? self != 0x7f : self == 0x09 }

    /// `etagc` (RFC 9110 section 8.8.3): what may stand between an entity tag's quotes.
    var isEntityTag: Bool { self > 0x20 && self != 0x22 && self != 0x7f }

    /// What may stand in a host's name (RFC 3986 section 3.2.2: unreserved, sub-delims, and `%`).
    var isRegisteredName: Bool { ByteSet.registeredName.contains(self) }
}

/// A set of ASCII characters as 128 bits, written out so that no table is made at run time.
@usableFromInline struct ByteSet {
    /// The characters below 64.
    @usableFromInline let low: UInt64
    /// The characters from 64 on.
    @usableFromInline let high: UInt64

    @inlinable init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Letters, digits and `!#$%&'*+-.^_|~` and the backtick.
    @inlinable static var token: ByteSet { ByteSet(low: 0x03ff_6cfa_0000_0000, high: 0x57ff_ffff_c7ff_fffe) }
    /// Letters, digits and `-._~!$&'()*+,;=%`.
    static var registeredName: ByteSet { ByteSet(low: 0x2bff_7ff2_0000_0000, high: 0x47ff_fffe_87ff_fffe) }

    @inlinable func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }
}
