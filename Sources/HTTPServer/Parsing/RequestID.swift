import Bytes

/// What a request is called wherever it is spoken of: in its answer (`X-Request-Id`), in logs, and by the services that
/// are asked on its behalf. 1…128 visible ASCII characters: the client's own, or 16 hexadecimal digits that the server
/// made.
public struct RequestID: Sendable, CustomStringConvertible {
    private var characters = InlineArray<128, UInt8>(repeating: 0)
    private var count = 0

    /// The longest that a client may give; others are ignored.
    public static let maximumCount = 128

    /// - Parameter text: as the client gave it; `nil` where it is none that could be used.
    init?(_ text: Span<UInt8>) {
        guard 1...Self.maximumCount ~= text.count, text.allSatisfy({ 0x21...0x7e ~= $0 }) else { return nil }
        for index in text.indices { characters[index] = text[index] }
        count = text.count
    }

    /// The digits of `number`.
    init(_ number: UInt64) {
        characters = InlineArray { characters in
            characters.append(hexadecimal: number)
            characters.append(repeating: 0, count: characters.freeCapacity)
        }
        count = 16
    }

    /// Calls `body` with the ASCII characters.
    public func withBytes<Result, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(characters.span.extracting(first: count))
    }

    /// The characters.
    public var description: String { withBytes { String(decoding: $0) } }
}
