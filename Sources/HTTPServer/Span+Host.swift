extension Span<UInt8> {
    /// Whether this is `uri-host [ ":" port ]` (RFC 9110 section 7.2); a `Host` may be empty.
    var isHost: Bool {
        var portStart: Int
        if count > 0, self[0] == UInt8(ascii: "[") {
            guard let bracket = firstIndex(of: UInt8(ascii: "]")), bracket > 1,
                extracting(1..<bracket).allSatisfy(\.isAddressLiteral)
            else { return false }
            portStart = bracket + 1
        } else {
            portStart = firstIndex(of: UInt8(ascii: ":")) ?? count
            guard extracting(0..<portStart).allSatisfy(\.isRegisteredName), portStart > 0 || count == 0 else {
                return false
            }
        }
        guard portStart < count else { return true }
        return self[portStart] == UInt8(ascii: ":") && extracting(portStart + 1..<count).allSatisfy(\.isDigit)
            && count - portStart <= 6
    }
}

extension UInt8 {
    /// What may stand between the brackets of an IP literal: IPv6 addresses and their successors.
    fileprivate var isAddressLiteral: Bool {
        isRegisteredName && self != UInt8(ascii: "%") || self == UInt8(ascii: ":")
    }
}
