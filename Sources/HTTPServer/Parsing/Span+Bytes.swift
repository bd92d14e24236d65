import Glibc

extension Span<UInt8> {
    /// The first place of `byte` at or after `start`.
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count else { return nil }
        // Sound: memchr reads the `count - start` bytes from `start` on, which are within the span, and its answer
        // points into them.
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = unsafe memchr(base + start, Int32(byte), count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Whether these are exactly the bytes of `text`.
    func equals(_ text: String) -> Bool {
        text.utf8.count == count && equals(text.utf8.span)
    }

    /// Whether these are exactly the bytes of `other`.
    func equals(_ other: Span<UInt8>) -> Bool {
        guard other.count == count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    /// Whether these are the bytes of `text`, which is in lower case, whatever their own case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        // Sound: a literal's bytes live as long as the program.
        text.withUTF8Buffer { unsafe equalsIgnoringCase(bytes: $0.span) }
    }

    /// Whether these are the bytes of `text`, which is in lower case, whatever their own case.
    func equalsIgnoringCase(bytes text: Span<UInt8>) -> Bool {
        guard text.count == count else { return false }
        for index in indices where self[index].lowercased != text[index] { return false }
        return true
    }

    func allSatisfy(_ condition: (UInt8) -> Bool) -> Bool {
        for index in indices where !condition(self[index]) { return false }
        return true
    }

    /// The number that these decimal digits are; `Int.max` beyond 64 bits, and `nil` where there is none or something else.
    var decimalNumber: Int? {
        guard !isEmpty else { return nil }
        var number = 0
        for index in indices {
            guard self[index].isDigit else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(self[index] - UInt8(ascii: "0")))
            number = overflow || carry ? .max : sum
        }
        return number
    }

    /// `range` without the spaces and tabs at its ends (OWS, RFC 9110 section 5.6.3).
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isBlank { lower += 1 }
        while lower < upper, self[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }

    /// Calls `visit` with each element of a comma-separated list (RFC 9110 section 5.6.1), trimmed, empty ones too.
    func forEachListElement<Failure>(_ visit: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        var start = 0
        while true {
            let end = firstIndex(of: UInt8(ascii: ","), from: start) ?? count
            try visit(extracting(trimmed(start..<end)))
            guard end < count else { return }
            start = end + 1
        }
    }
}
