import Bytes
import HTTPServer

/// A `Server-Timing` field (W3C Server Timing): the durations of the parts of a response.
public struct ServerTiming: Sendable {
    private var value: [UInt8] = []

    /// In bytes. The field of a home has about 200.
    private static let capacity = 512

    public init() {
        value.reserveCapacity(Self.capacity)
    }

    /// Adds `store;dur=1.234`, in milliseconds, rounded down to microseconds. Negative durations count as zero. Bytes
    /// of the name that a token (RFC 9110 section 5.6.2) cannot contain become `_`.
    public mutating func add(_ name: String, nanoseconds: Int) {
        let isFirst = value.isEmpty
        let microseconds = max(0, nanoseconds).magnitude / 1000
        value.append(addingCapacity: name.utf8.count + 64) { text in
            if !isFirst { text.append(", ") }
            Self.append(name: name.utf8.span, to: &text)
            text.append(";dur=")
            text.append(decimal: microseconds / 1000, minimumDigits: 1)
            text.append(".")
            text.append(decimal: microseconds % 1000, minimumDigits: 3)
        }
    }

    private static func append(name: Span<UInt8>, to text: inout OutputSpan<UInt8>) {
        if name.isToken { return text.append(copying: name) }
        if name.isEmpty { text.append("_") }
        for index in name.indices { text.append(name[index].isToken ? name[index] : UInt8(ascii: "_")) }
    }

    /// `nil` without parts.
    public var field: Response.Field? { value.isEmpty ? nil : Response.Field("Server-Timing", String(decoding: value.span)) }
}
