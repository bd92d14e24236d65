/// A text as it stands in one segment of a path, or as a value in a query.
struct PercentEncoded: CustomStringConvertible {
    let description: String

    /// Leaves the unreserved characters as they are (RFC 3986 section 2.3), but for a dot: a segment of dots alone would
    /// mean another path.
    init(_ text: String) {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if Self.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "~")
            {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        description = String(decoding: bytes, as: UTF8.self)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
    }
}
