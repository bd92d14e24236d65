import Bytes

extension Span<UInt8> {
    /// Whether this is `uri-host [ ":" port ]` (RFC 9110 section 7.2). Narrower than the grammar in three points: an
    /// "http" URI has no empty host (section 4.2.1), a comma would tell of two hosts that somebody on the way has joined,
    /// and there are 65,536 ports.
    var isHost: Bool {
        var portStart: Int
        if count > 0, self[0] == UInt8(ascii: "[") {
            guard let bracket = firstIndex(of: UInt8(ascii: "]")), extracting(1..<bracket).isAddressLiteral else {
                return false
            }
            portStart = bracket + 1
        } else {
            portStart = firstIndex(of: UInt8(ascii: ":")) ?? count
            guard portStart > 0,
                extracting(0..<portStart).allSatisfy({ $0.isRegisteredName && $0 != UInt8(ascii: ",") })
            else { return false }
        }
        guard portStart < count else { return true }
        let port = extracting(portStart + 1..<count)
        return self[portStart] == UInt8(ascii: ":") && (port.isEmpty || port.saturatingDecimal ?? .max <= UInt16.max)
    }

    /// Whether this may stand between brackets: an IPv6 address, as far as its characters tell, or one of a later
    /// version (RFC 3986 section 3.2.2).
    private var isAddressLiteral: Bool {
        guard count > 0, self[0].lowercased == UInt8(ascii: "v") else {
            return count > 1
                && allSatisfy { $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
                && firstIndex(of: UInt8(ascii: ":")) != nil
        }
        guard let dot = firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < count else { return false }
        return extracting(1..<dot).allSatisfy { $0.hexadecimalValue != nil }
            && extracting(dot + 1..<count).allSatisfy {
                $0 == UInt8(ascii: ":") || $0.isRegisteredName && $0 != UInt8(ascii: "%")
            }
    }
}
