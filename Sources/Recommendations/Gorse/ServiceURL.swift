/// Where a service is: `http://host:port` or `http://host:port/prefix`.
public struct ServiceURL: Hashable, Sendable, CustomStringConvertible {
    /// The address without a slash at its end.
    public let description: String

    /// What an address looks like, for error messages.
    public static let expectation = "http://HOST:PORT or https://HOST:PORT, with a path where the service has one"

    /// Reads an address; `nil` where `text` is none. It has neither a query nor credentials, which would be seen by whoever
    /// sees the address.
    public init?(_ text: String) {
        let address = /(https?:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]+))?(?:\/[A-Za-z0-9\/._~%-]*?)??)\/*/
        guard let match = text.wholeMatch(of: address) else { return nil }
        if let port = match.output.2, UInt16(port) ?? 0 == 0 { return nil }
        description = String(match.output.1)
    }
}
