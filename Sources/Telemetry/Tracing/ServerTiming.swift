/// The value of a `Server-Timing` field (W3C Server Timing): which part of an answer took how long.
public struct ServerTiming: Sendable {
    private var bytes: [UInt8] = []

    /// No parts.
    public init() {}

    /// Adds a part that took so many nanoseconds: `store;dur=1.234`, in milliseconds, rounded down to microseconds; a
    /// negative time counts as none. What in its name cannot stand in a token (RFC 9110 section 5.6.2) becomes `_`.
    public mutating func add(_ name: String, nanoseconds: Int) {
        if !bytes.isEmpty { bytes.append(", ") }
        if name.isEmpty { bytes.append(UInt8(ascii: "_")) }
        for byte in name.utf8 { bytes.append(Self.isToken(byte) ? byte : UInt8(ascii: "_")) }
        bytes.append(";dur=")
        let microseconds = max(0, nanoseconds) / 1000
        bytes.append(decimal: microseconds / 1000)
        bytes.append(UInt8(ascii: "."))
        bytes.append(decimal: microseconds % 1000, digits: 3)
    }

    /// The field's value; `nil` where nothing was added, and the field is to be left out.
    public var value: String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
