import Bytes

/// The id of a request, in its response (`X-Request-Id`), in logs, and in requests to other services. 1…128 visible
/// ASCII characters: the client's own, or 16 hexadecimal digits.
public struct RequestID: Sendable, CustomStringConvertible {
    private var characters = InlineArray<128, UInt8>(repeating: 0)
    private var count = 0

    /// Longer ids of clients are ignored.
    public static let maximumCount = 128

    /// The client's id; `nil` if it is too long or has other characters.
    init?(_ text: Span<UInt8>) {
        guard 1...Self.maximumCount ~= text.count, text.allSatisfy({ 0x21...0x7e ~= $0 }) else { return nil }
        for index in text.indices { characters[index] = text[index] }
        count = text.count
    }

    init(_ number: UInt64) {
        characters = InlineArray { characters in
            characters.append(hexadecimal: number)
            characters.append(repeating: 0, count: characters.freeCapacity)
        }
        count = 16
    }

    public func withBytes<Result, Failure>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(characters.span.extracting(first: count))
    }

    public var description: String { withBytes { String(decoding: $0) } }
}
