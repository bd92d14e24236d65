import Bytes

/// The other origins whose web pages may use a server (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol).
///
/// Browsers send "simple" requests without a preflight. Those that change something are refused (403) if they come from
/// a page of an origin that is not allowed. `GET`, `HEAD` and `OPTIONS` are always answered: browsers hide the
/// responses from pages that may not read them.
public struct CrossOriginPolicy: Sendable {
    let origins: [Origin]
    let responseFields: [Response.Field]
    let preflightFields: [Response.Field]

    /// How long browsers may cache a preflight response, in seconds; they use two hours at most.
    private static let preflightAge = 7200

    public init(origins: [Origin] = [], requestFields: [String] = [], responseFields: [String] = []) {
        self.origins = origins
        self.responseFields = [Response.Field("Access-Control-Expose-Headers", responseFields.joined(separator: ", "))]
        preflightFields = [
            Response.Field("Access-Control-Allow-Headers", requestFields.joined(separator: ", ")),
            Response.Field("Access-Control-Max-Age", "\(Self.preflightAge)"),
        ]
    }
}

/// The origin of a web page, as in `Origin` (RFC 6454 section 6.2): `https://app.example.com`, `http://localhost:3000`.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// For error messages.
    public static let expectation =
        "an origin as browsers send it, such as https://app.example.com or http://localhost:3000"

    /// `nil` for text that browsers never send: in upper case, with a path, a wildcard, or the scheme's default port.
    public init?(_ text: String) {
        guard let parts = text.wholeMatch(of: /([a-z][a-z0-9+.-]*):\/\/((.+?)(?::([1-9][0-9]*))?)/),
            String(parts.2).utf8.span.isHost, parts.3.hasSuffix("]") || !parts.3.contains(":"),
            parts.4 == nil || parts.4 != Self.defaultPorts[parts.1], text == text.lowercased(), !text.contains("*")
        else { return nil }
        description = text
    }

    private static let defaultPorts: [Substring: Substring] = ["http": "80", "https": "443"]
}

extension Span<UInt8> {
    /// Accepts any scheme, but never `null`.
    func isOrigin(on host: Span<UInt8>) -> Bool {
        guard let colon = firstIndex(of: UInt8(ascii: ":")), colon + 3 < count,
            self[colon + 1] == UInt8(ascii: "/"), self[colon + 2] == UInt8(ascii: "/")
        else { return false }
        return extracting((colon + 3)...).equals(host)
    }
}

extension RequestReader {
    /// Whether the request comes from a web page of another origin that `policy` does not allow; never if it does not
    /// come from a browser.
    ///
    /// `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/) decides if present. `same-site` is another origin:
    /// another port, or a subdomain that may belong to someone else. Browsers omit it over plain HTTP; then host and
    /// port of `Origin` must equal `Host`. Schemes are not compared, since a proxy may have terminated TLS.
    func isForbiddenCrossOrigin(under policy: CrossOriginPolicy) -> Bool {
        guard origin(allowedBy: policy) == nil else { return false }
        var isFetch = false
        var isForeign = false
        forEachValue(of: .fetchSite) { site in
            guard !site.isEmpty else { return }
            isFetch = true
            if !site.equals("same-origin") && !site.equals("none") { isForeign = true }
        }
        if isFetch { return isForeign }
        forEachValue(of: .origin) { origin in
            guard !origin.isEmpty else { return }
            var isOwn = false
            forEachValue(of: .host) { if origin.isOrigin(on: $0) { isOwn = true } }
            if !isOwn { isForeign = true }
        }
        return isForeign
    }

    func origin(allowedBy policy: CrossOriginPolicy) -> Origin? {
        guard !policy.origins.isEmpty else { return nil }
        var count = 0
        var found: Origin?
        forEachValue(of: .origin) { value in
            count += 1
            found = policy.origins.first { value.equals($0.description.utf8.span) }
        }
        return count == 1 ? found : nil
    }

    /// Whether this is a CORS preflight request (https://fetch.spec.whatwg.org/#cors-preflight-request).
    var isPreflight: Bool { method == .options && head.fields.contains { $0.kind == .requestedMethod } }

    /// `identity` counts as none (RFC 9110 section 8.4).
    var contentCoding: String? {
        var coding: String?
        forEachValue(of: .contentEncoding) { value in
            value.forEachListElement {
                guard coding == nil, !$0.isEmpty, !$0.equalsIgnoringCase("identity") else { return }
                coding = String(decoding: $0.extracting(first: 32))
            }
        }
        return coding
    }
}
