import Bytes
import HTTPServer

/// A `Server-Timing` field (W3C Server Timing): which part of an answer took how long.
public struct ServerTiming: Sendable {
    private var value: [UInt8] = []

    /// How much room there is for parts before the field has to move: that of a home has some 200 bytes.
    private static let capacity = 512

    /// No parts.
    public init() {
        value.reserveCapacity(Self.capacity)
    }

    /// Adds a part that took so many nanoseconds: `store;dur=1.234`, in milliseconds, rounded down to microseconds; a
    /// negative time counts as none. What in its name cannot stand in a token (RFC 9110 section 5.6.2) becomes `_`.
    public mutating func add(_ name: String, nanoseconds: Int) {
        let isFirst = value.isEmpty
        value.append(addingCapacity: name.utf8.count + 64) { text in
            if !isFirst { text.append(", ") }
            Self.append(name: name.utf8.span, to: &text)
            text.append(";dur=")
            let (milliseconds, microseconds) = (max(0, nanoseconds).magnitude / 1000).quotientAndRemainder(
                dividingBy: 1000
            )
            text.append(decimal: milliseconds, minimumDigits: 1)
            text.append(".")
            text.append(decimal: microseconds, minimumDigits: 3)
        }
    }

    private static func append(name: Span<UInt8>, to text: inout OutputSpan<UInt8>) {
        if name.isToken { return text.append(copying: name) }
        if name.isEmpty { text.append("_") }
        for index in name.indices { text.append(name[index].isToken ? name[index] : UInt8(ascii: "_")) }
    }

    /// The field; `nil` where nothing was added, and it is to be left out.
    public var field: Response.Field? { value.isEmpty ? nil : Response.Field("Server-Timing", value) }
}
