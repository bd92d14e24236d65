/// The identifier of one request, as `X-Request-Id` carries it: 1…64 visible ASCII characters. It is held without a heap
/// allocation, so that it can be put in the log on the request's path.
public struct RequestID: Sendable {
    /// The most characters of one.
    public static let limit = 64

    private var characters: [64 of UInt8] = .init(repeating: 0)
    private var count: UInt8 = 0

    /// The identifier that a client sent; `nil` where it is longer or has other characters, and is to be replaced.
    public init?(_ bytes: Span<UInt8>) {
        guard (1...Self.limit).contains(bytes.count) else { return nil }
        for index in bytes.indices {
            guard (0x21...0x7e).contains(bytes[index]) else { return nil }
            append(bytes[index])
        }
    }

    /// A new one: 32 hexadecimal digits.
    public init(using generator: inout some RandomNumberGenerator) {
        for _ in 0..<2 {
            let word = generator.next()
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 0xf
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
            }
        }
    }

    private mutating func append(_ byte: UInt8) {
        characters[Int(count)] = byte
        count += 1
    }

    /// Appends the identifier as a JSON string.
    func append(json bytes: inout [UInt8]) {
        bytes.append(json: characters.span.extracting(0..<Int(count)))
    }

    /// The characters, as a field's value.
    public var value: String {
        String(decoding: characters.indices.prefix(Int(count)).map { characters[$0] }, as: UTF8.self)
    }
}
