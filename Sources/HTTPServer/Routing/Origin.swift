import Bytes

/// The origin of a web page, as browsers write it in `Origin` (RFC 6454 section 6.2): `https://app.example.com`,
/// `http://localhost:3000`.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The origin as it is sent.
    public let description: String

    /// What an origin looks like, for error messages.
    public static let expectation =
        "an origin as browsers send it, such as https://app.example.com or http://localhost:3000"

    /// Reads an origin; `nil` where a browser would never send it so: in upper case, with a path, with a wildcard, or with
    /// the port that its scheme has anyway.
    public init?(_ text: String) {
        guard let parts = text.wholeMatch(of: /([a-z][a-z0-9+.-]*):\/\/((.+?)(?::([1-9][0-9]*))?)/),
            String(parts.2).utf8.span.isHost, parts.3.hasSuffix("]") || !parts.3.contains(":"),
            parts.4 == nil || parts.4 != Self.ownPorts[parts.1], text == text.lowercased(), !text.contains("*")
        else { return nil }
        description = text
    }

    private static let ownPorts: [Substring: Substring] = ["http": "80", "https": "443"]
}

extension Span<UInt8> {
    /// Whether this is an origin on `host`, which may have a port: with that host and port, whatever the scheme. `null` is
    /// on none.
    func isOrigin(on host: Span<UInt8>) -> Bool {
        guard let colon = firstIndex(of: UInt8(ascii: ":")), colon + 3 < count,
            self[colon + 1] == UInt8(ascii: "/"), self[colon + 2] == UInt8(ascii: "/")
        else { return false }
        return extracting((colon + 3)...).equals(host)
    }
}
