import Bytes

/// The form in which a body goes out (RFC 9110 section 8.4.1).
enum ContentCoding: Hashable, Sendable {
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
        let text = contentType.utf8.span
        let end = text.indices.first { text[$0] == UInt8(ascii: ";") || text[$0] == UInt8(ascii: " ") }
        let type = text.extracting(first: end ?? text.count)
        for compressible in Self.compressibleTypes where type.equals(compressible.utf8.span) { return true }
        return type.extracting(first: 5).equals("text/") || type.extracting(last: 5).equals("+json")
            || type.extracting(last: 4).equals("+xml")
    }
}
