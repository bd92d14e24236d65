import Glibc

extension UInt8 {
    @inlinable public var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    @inlinable public var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// In either case.
    @inlinable public var hexadecimalValue: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}

extension Span<UInt8> {
    @inlinable public func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    @inlinable public func equals(_ literal: StaticString) -> Bool {
        guard literal.utf8CodeUnitCount == count else { return false }
        // Sound: a literal lives as long as the program.
        return literal.withUTF8Buffer { unsafe equals($0.span) }
    }

    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count else { return nil }
        // Sound: memchr reads the `count - start` bytes from `start` on, and its result points into them.
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = unsafe memchr(base + start, Int32(byte), count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}

extension String {
    /// Decodes UTF-8; each ill-formed sequence becomes U+FFFD.
    public init(decoding bytes: Span<UInt8>) {
        // Sound: the buffer is the span's, and is read only within the call.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
