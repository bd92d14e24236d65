extension Span<UInt8> {
    /// Whether these are exactly the bytes of a literal.
    func equals(_ literal: StaticString) -> Bool {
        guard literal.utf8CodeUnitCount == count else { return false }
        // Sound: a literal's bytes live as long as the program.
        return literal.withUTF8Buffer { literal in
            for index in indices where unsafe self[index] != literal[index] { return false }
            return true
        }
    }

    /// Calls `visit` with each part between two separators, and what is before the first and behind the last.
    func forEachPart(between separator: UInt8, _ visit: (Span<UInt8>) -> Void) {
        var start = 0
        for index in indices where self[index] == separator {
            visit(extracting(start..<index))
            start = index + 1
        }
        visit(extracting(start..<count))
    }
}

extension String {
    /// The text of these bytes; what is no UTF-8 becomes U+FFFD.
    init(decoding bytes: Span<UInt8>) {
        // Sound: the buffer is that of the span, and read within the call.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
