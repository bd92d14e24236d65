/// The form in which a body goes out (RFC 9110 section 8.4.1).
public enum ContentCoding: Hashable, Sendable {
    /// As it is.
    case identity
    /// RFC 1952.
    case gzip
}

extension Response {
    /// The bytes from which on a body is worth gzipping: what is shorter fits into one packet either way.
    private static let shortestCodedBody = 1024

    /// The types, apart from `text/…`, `…+json` and `…+xml`, whose bodies gzip makes much smaller.
    private static let compressibleTypes = ["application/json", "application/javascript", "application/xml"]

    /// Whether the coding of its body is the client's to choose.
    var isCodable: Bool {
        guard !status.hasNoBody, body.count >= Self.shortestCodedBody, let contentType else { return false }
        let type = contentType.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        return type.starts(with: "text/".utf8)
            || Self.compressibleTypes.contains { type.elementsEqual($0.utf8) }
            || type.suffix(5).elementsEqual("+json".utf8) || type.suffix(4).elementsEqual("+xml".utf8)
    }
}
