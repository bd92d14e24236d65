import Bytes

/// Which web page a request comes from, as its browser says, and in which form its body comes.
extension RequestReader {
    /// Whether the request comes from a web page of another origin, and of none that `policy` allows. What no browser has
    /// sent says nothing of pages.
    ///
    /// `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/) decides where there is one. `same-site` is another origin:
    /// another port, or a neighbouring subdomain that may be in other hands. Browsers leave it out over plain HTTP; then
    /// the host and port of `Origin` have to be those of `Host`. Schemes are not compared: a proxy may have ended TLS.
    func comesFromElsewhere(under policy: CrossOriginPolicy) -> Bool {
        guard head.kinds.contains(.fetchSite) || head.kinds.contains(.origin) else { return false }
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

    /// The origin that the request comes from, where `policy` allows it.
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

    /// Whether the browser asks if it may send a request (https://fetch.spec.whatwg.org/#cors-preflight-request).
    var isPreflight: Bool { method == .options && head.kinds.contains(.requestedMethod) }

    /// What the body's `Content-Encoding` says, where it is anything but `identity` (RFC 9110 section 8.4).
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
