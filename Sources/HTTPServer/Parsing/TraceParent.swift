import Bytes

/// The place of a request in a trace that goes through several services, as `traceparent` tells it from one to the next
/// (W3C Trace Context, section 3.2).
public struct TraceParent: Hashable, Sendable, CustomStringConvertible {
    /// The trace, the same in all services; not 0.
    public let traceID: UInt128
    /// What asks, within the trace; not 0.
    public let spanID: UInt64
    /// ``sampled``; the other bits mean nothing in version 00.
    public let flags: UInt8

    /// The flag that says that the caller records the trace.
    public static let sampled: UInt8 = 1

    /// The parts of a `traceparent`.
    public init(traceID: UInt128, spanID: UInt64, flags: UInt8) {
        self.traceID = traceID
        self.spanID = spanID
        self.flags = flags
    }

    private static let length = 55

    /// Reads version 00: `00-` trace `-` span `-` flags, in 32, 16 and 2 hexadecimal digits of lower case. Of a later
    /// version, which may go on behind a `-`, the parts of version 00 are read.
    init?(_ text: Span<UInt8>) {
        let dash = UInt8(ascii: "-")
        guard text.count >= Self.length, text[2] == dash, text[35] == dash, text[52] == dash,
            let version: UInt8 = text.extracting(first: 2).hexadecimalNumber(), version != 0xff,
            text.count == Self.length || version > 0 && text[Self.length] == dash,
            let traceID: UInt128 = text.extracting(3..<35).hexadecimalNumber(), traceID != 0,
            let spanID: UInt64 = text.extracting(36..<52).hexadecimalNumber(), spanID != 0,
            let flags: UInt8 = text.extracting(53..<55).hexadecimalNumber()
        else { return nil }
        self.init(traceID: traceID, spanID: spanID, flags: flags)
    }

    /// The value of `traceparent` that tells a service what asks it.
    public var description: String {
        var text: [UInt8] = []
        text.append(addingCapacity: Self.length) { text in
            text.append("00-")
            text.append(hexadecimal: UInt64(truncatingIfNeeded: traceID >> 64))
            text.append(hexadecimal: UInt64(truncatingIfNeeded: traceID))
            text.append("-")
            text.append(hexadecimal: spanID)
            text.append("-")
            text.append(hexadecimal: flags)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Span<UInt8> {
    /// The number that these digits are, which it has room for.
    fileprivate func hexadecimalNumber<Number: FixedWidthInteger>() -> Number? {
        var number: Number = 0
        for index in indices {
            guard !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= self[index]), let digit = self[index].hexadecimalValue
            else { return nil }
            number = number << 4 | Number(digit)
        }
        return number
    }
}
