/// Where a service is: `http://host:port` or `http://host:port/prefix`.
public struct ServiceAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address without a slash at its end.
    public let description: String

    /// What an address looks like, for error messages.
    public static let expectation = "http://HOST:PORT or https://HOST:PORT, with a path where the service has one"

    /// Reads an address; `nil` where `text` is none. It has neither a query nor credentials, which would be seen by whoever
    /// sees the address.
    public init?(_ text: String) {
        var rest = Substring(text)
        guard let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) }) else { return nil }
        rest.removeFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(authority.count)
        guard Self.isAuthority(authority), path.utf8.allSatisfy(Self.isPathByte) else { return nil }
        let end = path.lastIndex { $0 != "/" }.map(path.index(after:)) ?? path.startIndex
        description = scheme + authority + path[..<end]
    }

    /// `host`, `host:port`, `[::1]:port`.
    private static func isAuthority(_ text: Substring) -> Bool {
        let host: Substring
        if text.hasPrefix("[") {
            host = text.prefix { $0 != "]" }.dropFirst()
            guard !host.isEmpty,
                host.utf8.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return false }
            return isPort(text.dropFirst(host.count + 1).dropFirst()) && text.dropFirst(host.count + 1).first == "]"
        }
        host = text.prefix { $0 != ":" }
        let isName = host.utf8.allSatisfy {
            PercentEncoded.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                || $0 == UInt8(ascii: "_")
        }
        return !host.isEmpty && isName && isPort(text.dropFirst(host.count))
    }

    /// Nothing, or `:` and a port.
    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        let digits = text.dropFirst()
        return text.first == ":" && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && UInt16(digits).map { $0 > 0 } == true
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        PercentEncoded.isAlphanumeric(byte) || "/-._~%".utf8.contains(byte)
    }
}
