import Bytes

extension String {
    /// The text that is written with percent-encoding (RFC 3986 section 2.1) in UTF-8; where `plusIsSpace`, as forms
    /// write it (`application/x-www-form-urlencoded`). `nil` where a `%` is not followed by two hexadecimal digits, or what
    /// was decoded is no UTF-8 or has a NUL, at which some would end the text.
    init?(percentEncoded bytes: Span<UInt8>, plusIsSpace: Bool = false) {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
                    let low = bytes[index + 2].hexadecimalValue, high | low > 0
                else { return nil }
                decoded.append(high << 4 | low)
                index += 2
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(0x20)
            case let byte: decoded.append(byte)
            }
            index += 1
        }
        self.init(validating: decoded, as: UTF8.self)
    }

    /// The text of these bytes; what is no UTF-8 becomes U+FFFD. At most `limit` bytes of it.
    init(decoding bytes: Span<UInt8>, limit: Int = .max) {
        let count = Swift.min(bytes.count, limit)
        self.init(
            decoding: [UInt8](capacity: count) { $0.append(copying: bytes.extracting(first: count)) },
            as: UTF8.self
        )
    }
}
