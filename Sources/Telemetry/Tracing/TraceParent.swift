/// Where a request stands in a trace that spans several services: the `traceparent` field of W3C Trace Context, level 1.
public struct TraceParent: Hashable, Sendable {
    /// Whose request it all began with; not all zero.
    public let trace: TraceID
    /// Who sends the request: not zero.
    public let parent: UInt64
    /// Whether the sender may have recorded the trace; the one flag that level 1 defines.
    public let isSampled: Bool

    /// The length of the field in version 00.
    private static let length = 55

    /// Reads the value of a `traceparent` field, without white space around it. Of a version after 00, which may go on
    /// behind a `-`, the parts of version 00 are read. `nil` is a value that is to be ignored, as if there were none.
    public init?(_ value: Span<UInt8>) {
        let dash = UInt8(ascii: "-")
        guard value.count >= Self.length, value[2] == dash, value[35] == dash, value[52] == dash,
            let version = value.hexadecimal(0..<2), version != 0xff,
            value.count == Self.length || version > 0 && value[Self.length] == dash,
            let high = value.hexadecimal(3..<19), let low = value.hexadecimal(19..<35),
            let trace = TraceID(high: high, low: low),
            let parent = value.hexadecimal(36..<52), parent != 0,
            let flags = value.hexadecimal(53..<55)
        else { return nil }
        self.init(trace: trace, parent: parent, isSampled: flags & 1 == 1)
    }

    /// The beginning of a trace that nobody records yet.
    public init(using generator: inout some RandomNumberGenerator) {
        self.init(trace: TraceID(using: &generator), parent: generator.identifier(), isSampled: false)
    }

    private init(trace: TraceID, parent: UInt64, isSampled: Bool) {
        self.trace = trace
        self.parent = parent
        self.isSampled = isSampled
    }

    /// What to send on: the same trace with an identifier of one's own as its parent.
    public func child(using generator: inout some RandomNumberGenerator) -> TraceParent {
        TraceParent(trace: trace, parent: generator.identifier(), isSampled: isSampled)
    }

    /// The field's value, in version 00.
    public var value: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.length)
        bytes.append("00-")
        trace.append(to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(hexadecimal: parent)
        bytes.append(isSampled ? "-01" : "-00")
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Span<UInt8> {
    /// The number that at most sixteen hexadecimal digits in lower case stand for.
    fileprivate func hexadecimal(_ range: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        for index in range {
            let byte = self[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}
