import Bytes

/// The hosts that a server answers as.
///
/// The owner of a name can point it at a loopback address (DNS rebinding). A web page of that name then reads and
/// changes what is there, with itself as origin; its requests have that name as `Host`.
public enum HostPolicy: Sendable {
    case any
    /// Names and addresses of this machine alone, and these hosts.
    case loopback(or: [HostName])

    func allows(_ host: Span<UInt8>) -> Bool {
        guard case .loopback(let others) = self else { return true }
        let name = host.extracting(first: host.nameCount)
        return name.isLoopback || others.contains { name.equalsIgnoringCase(bytes: $0.text.utf8.span) }
    }
}

/// A host without port, as in `Host`: `hearth.example`, `192.0.2.1`, `[2001:db8::1]`.
public struct HostName: Hashable, Sendable {
    let text: String

    /// For error messages.
    public static let expectation = "a host without port, such as hearth.example or [2001:db8::1]"

    public init?(_ text: String) {
        let text = text.lowercased()
        guard text.utf8.span.isHost, text.utf8.span.nameCount == text.utf8.count else { return nil }
        self.text = text
    }
}

extension Span<UInt8> {
    /// The length of a host without its port, and without the dot that ends an absolute name.
    fileprivate var nameCount: Int {
        let end = hostCount
        return end > 1 && self[end - 1] == UInt8(ascii: ".") ? end - 1 : end
    }

    /// Whether this host is `localhost`, a name below it (RFC 6761 section 6.3), in 127.0.0.0/8, or `[::1]`, as
    /// browsers write it.
    fileprivate var isLoopback: Bool {
        let localhost: StaticString = "localhost"
        let rest = count - localhost.utf8CodeUnitCount
        if rest >= 0, extracting(rest...).equalsIgnoringCase(localhost) {
            return rest == 0 || self[rest - 1] == UInt8(ascii: ".")
        }
        if count > 4, extracting(first: 4).equals("127.") {
            return allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
        }
        return equals("[::1]")
    }
}

extension RequestReader {
    /// Whether the request is for a host that `policy` does not allow; never without a host (HTTP/1.0), since browsers
    /// send one. An absolute target must name an allowed host, too.
    func isMisdirected(under policy: HostPolicy) -> Bool {
        guard case .loopback = policy else { return false }
        var isMisdirected = false
        forEachValue(of: .host) { if !policy.allows($0) { isMisdirected = true } }
        let authority = head.authority
        return isMisdirected || !authority.isEmpty && withBytes { !policy.allows($0.extracting(authority)) }
    }
}
