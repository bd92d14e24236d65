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
    /// of the name, which is not empty, that a token (RFC 9110 section 5.6.2) cannot contain become `_`.
    public mutating func add(_ name: String, nanoseconds: Int) {
        let isFirst = value.isEmpty
        let microseconds = max(0, nanoseconds).magnitude / 1000
        value.append(addingCapacity: name.utf8.count + 64) { text in
            if !isFirst { text.append(", ") }
            if name.utf8.span.isToken {
                text.append(copying: name.utf8.span)
            } else {
                for byte in name.utf8 { text.append(byte.isToken ? byte : UInt8(ascii: "_")) }
            }
            text.append(";dur=")
            text.append(decimal: microseconds / 1000, minimumDigits: 1)
            text.append(".")
            text.append(decimal: microseconds % 1000, minimumDigits: 3)
        }
    }

    /// `nil` without parts.
    public var field: Response.Field? {
        value.isEmpty ? nil : Response.Field("Server-Timing", String(decoding: value.span))
    }
}
