/// The response to a request.
///
/// The server adds `Date`, `Content-Length`, `Connection`, `Content-Encoding` and `Vary`. It gzips long bodies of
/// compressible types if the client prefers that, evaluates `If-Match` and `If-None-Match`, and sends 412 or 304 in
/// place of a successful response to `GET` or `HEAD` (RFC 9110 section 13).
public struct Response: Sendable {
    /// A header field. Line breaks and NUL are sent as spaces, so that no value can inject a field.
    public struct Field: Sendable {
        let name, value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public var status: Status
    var contentType: String?
    /// The entity tag of the uncompressed body; the server derives that of the gzipped one.
    var entityTag: EntityTag?
    var cacheControl: CacheControl?
    /// `Vary`: request fields, besides `Accept-Encoding`, that the response depends on (RFC 9110 section 12.5.5).
    var varies: [String]
    public var fields: [Field]
    /// The body; not sent to `HEAD`, nor with 204 or 304.
    public var body: [UInt8]
    /// `nil` if the client has no choice.
    var coding: ContentCoding?
    /// Why access was denied: a word for the observer, which is not sent.
    public var authFailure: String?

    public init(
        status: Status = .ok,
        contentType: String? = nil,
        entityTag: EntityTag? = nil,
        cacheControl: CacheControl? = nil,
        varies: [String] = [],
        fields: [Field] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.entityTag = entityTag
        self.cacheControl = cacheControl
        self.varies = varies
        self.fields = fields
        self.body = body
    }
}

/// The coding of a response's body (RFC 9110 section 8.4.1).
enum ContentCoding: Hashable, Sendable {
    case identity
    case gzip
}

/// `Cache-Control` of a response (RFC 9111 section 5.2.2).
public enum CacheControl: String, CaseIterable, Hashable, Sendable {
    /// For personal responses: private caches revalidate the entity tag on each use; shared caches store nothing.
    case revalidated = "private, no-cache"
    /// For errors. Without it caches may store 404, 405 and 414 for a time of their choice (RFC 9111 section 4.2.2).
    case unstored = "no-store"
}
