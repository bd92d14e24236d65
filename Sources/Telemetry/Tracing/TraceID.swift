/// The identifier of a trace: 128 bits, not all zero.
public struct TraceID: Hashable, Sendable {
    /// The first and the last eight bytes.
    public let high, low: UInt64

    /// `nil` where both are zero, which is no identifier.
    public init?(high: UInt64, low: UInt64) {
        guard high | low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// A new one.
    init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        low = generator.identifier()
    }

    /// Appends 32 hexadecimal digits in lower case.
    func append(to bytes: inout [UInt8]) {
        bytes.append(hexadecimal: high)
        bytes.append(hexadecimal: low)
    }
}

extension RandomNumberGenerator {
    /// Any number but zero.
    mutating func identifier() -> UInt64 { UInt64.random(in: 1 ... .max, using: &self) }
}
