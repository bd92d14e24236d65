/// A part of a target that cannot be decoded.
public enum EncodingError: Error, Hashable, Sendable {
    /// A `%` that is not followed by two hexadecimal digits.
    case incompleteEscape
    /// What was decoded is no UTF-8.
    case invalidUTF8
    /// What was decoded has a NUL, which no text has, and at which some would end it.
    case nul
}

extension String {
    /// The text that is written with percent-encoding (RFC 3986 section 2.1) in UTF-8; where `plusIsSpace`, as forms
    /// write it (`application/x-www-form-urlencoded`).
    init(percentEncoded bytes: Span<UInt8>, plusIsSpace: Bool = false) throws(EncodingError) {
        let percent = UInt8(ascii: "%")
        let plus = UInt8(ascii: "+")
        guard bytes.firstIndex(of: percent) != nil || plusIsSpace && bytes.firstIndex(of: plus) != nil else {
            self = try String(validating: bytes)
            return
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == percent {
                guard index + 1 < bytes.count, let high = bytes[index].hexadecimalValue,
                    let low = bytes[index + 1].hexadecimalValue
                else { throw .incompleteEscape }
                decoded.append(high << 4 | low)
                index += 2
            } else {
                decoded.append(plusIsSpace && byte == plus ? 0x20 : byte)
            }
        }
        guard decoded.span.firstIndex(of: 0) == nil else { throw .nul }
        self = try String(validating: decoded.span)
    }

    /// The text of these bytes; what is no UTF-8 becomes U+FFFD. At most `limit` bytes of it.
    init(decoding bytes: Span<UInt8>, limit: Int = .max) {
        var text: [UInt8] = []
        text.reserveCapacity(Swift.min(bytes.count, limit))
        for index in 0..<Swift.min(bytes.count, limit) { text.append(bytes[index]) }
        self.init(decoding: text, as: UTF8.self)
    }

    private init(validating bytes: Span<UInt8>) throws(EncodingError) {
        do {
            self.init(copying: try UTF8Span(validating: bytes))
        } catch {
            throw .invalidUTF8
        }
    }
}
