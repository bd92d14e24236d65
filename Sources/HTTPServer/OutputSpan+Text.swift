/// Text into memory of which there is enough: it has to be reserved before, once for many pieces.
extension OutputSpan<UInt8> {
    /// Appends bytes.
    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "there is no room")
        // Sound: there is room for as many behind those that are there, and then as many are initialized.
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let source = bytes.baseAddress, let target = buffer.baseAddress else { return }
                unsafe (target + count).initialize(from: source, count: bytes.count)
                count += bytes.count
            }
        }
    }

    /// Appends a text in UTF-8.
    package mutating func append(text: String) {
        append(text.utf8.span)
    }

    /// Appends a literal.
    @inlinable @inline(__always)
    package mutating func append(_ literal: StaticString) {
        precondition(literal.utf8CodeUnitCount <= freeCapacity, "there is no room")
        // Sound: there is room for as many bytes behind those that are there, and then as many are initialized. How many
        // is known to the compiler, which copies them without a call.
        literal.withUTF8Buffer { literal in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                guard let source = literal.baseAddress, let target = buffer.baseAddress else { return }
                unsafe (target + count).initialize(from: source, count: literal.count)
                count += literal.count
            }
        }
    }

    /// Appends a whole number in decimal digits. It takes 20 bytes at most.
    package mutating func append(decimal value: UInt64) {
        if value < 1000 {
            if value >= 100 { append(digit: value / 100) }
            if value >= 10 { append(digit: value / 10 % 10) }
            return append(digit: value % 10)
        }
        append(decimal: value / 1000)
        append(decimal: value % 1000, digits: 3)
    }

    /// Appends the lowest `count` decimal digits of a whole number, 20 at most.
    package mutating func append(decimal value: UInt64, digits count: Int) {
        if count > 1 { append(decimal: value / 10, digits: count - 1) }
        append(digit: value % 10)
    }

    private mutating func append(digit: UInt64) {
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
    }

    /// Appends the lowest `count` hexadecimal digits of a number, 16 at most, in lower case.
    package mutating func append(hexadecimal value: UInt64, digits count: Int = 16) {
        append(HexadecimalDigits.of(value).span.extracting((16 - count)...))
    }
}

/// The hexadecimal digits of numbers.
enum HexadecimalDigits {
    /// All sixteen, in lower case, the highest first.
    static func of(_ value: UInt64) -> [16 of UInt8] {
        var digits: [16 of UInt8] = .init(repeating: 0)
        for index in digits.indices {
            let digit = UInt8(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: 60 &- 4 &* index)) & 0xf
            digits[index] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &- 10 &+ digit
        }
        return digits
    }
}

extension [UInt8] {
    /// Appends bytes.
    package mutating func append(_ bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { $0.append(bytes) }
    }

    /// Appends a text in UTF-8.
    package mutating func append(text: String) {
        append(text.utf8.span)
    }

    /// Appends a literal.
    package mutating func append(_ literal: StaticString) {
        append(addingCapacity: literal.utf8CodeUnitCount) { $0.append(literal) }
    }

    /// Appends a whole number in decimal digits.
    package mutating func append(decimal value: UInt64) {
        append(addingCapacity: 20) { $0.append(decimal: value) }
    }

    /// Appends the lowest `count` decimal digits of a whole number, 20 at most.
    package mutating func append(decimal value: UInt64, digits count: Int) {
        append(addingCapacity: 20) { $0.append(decimal: value, digits: count) }
    }
}
