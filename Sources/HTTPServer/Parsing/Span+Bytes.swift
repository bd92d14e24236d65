import Bytes

extension Span<UInt8> {
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
