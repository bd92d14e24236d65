import Bytes

/// A request's place in a distributed trace (`traceparent`, W3C Trace Context section 3.2).
public struct TraceParent: Hashable, Sendable, CustomStringConvertible {
    /// The id of the trace; not 0.
    public let traceID: UInt128
    /// The id of the calling span; not 0.
    let spanID: UInt64
    /// ``sampled``; version 00 defines no other bits.
    let flags: UInt8

    /// The flag of a trace that the caller records.
    static let sampled: UInt8 = 1

    /// The parts of a `traceparent`.
    public init(traceID: UInt128, spanID: UInt64, flags: UInt8) {
        self.traceID = traceID
        self.spanID = spanID
        self.flags = flags
    }

    private static let length = 55

    /// Parses version 00: `00-` trace `-` span `-` flags, in 32, 16 and 2 lower-case hexadecimal digits. Later versions
    /// may append parts after a `-`, which are ignored.
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

    /// The value of `traceparent` for a request to another service.
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
