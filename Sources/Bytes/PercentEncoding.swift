/// Percent-encoding (RFC 3986 section 2.1).
extension String {
    /// Unreserved characters stay as they are (RFC 3986 section 2.3).
    public var percentEncoded: String {
        if utf8.allSatisfy(\.isUnreserved) { return self }
        let bytes = [UInt8](capacity: 3 * utf8.count) { $0.append(percentEncoding: utf8.span) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `nil` for a `%` without two hexadecimal digits, ill-formed UTF-8 or a NUL, which would end the text for C.
    /// - Parameter plusIsSpace: whether `+` stands for a space, as in `application/x-www-form-urlencoded`.
    public init?(percentEncoded bytes: Span<UInt8>, plusIsSpace: Bool = false) {
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
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            case let byte: decoded.append(byte)
            }
            index += 1
        }
        self.init(validating: decoded, as: UTF8.self)
    }
}

extension OutputSpan<UInt8> {
    /// Takes up to three times the length of the text.
    public mutating func append(percentEncoding text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            if byte.isUnreserved {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(Self.digit(byte >> 4))
                append(Self.digit(byte & 15))
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isDigit || isLetter
        }
    }
}
