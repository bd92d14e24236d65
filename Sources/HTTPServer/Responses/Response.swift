/// The answer to a request.
///
/// `Date`, `Content-Length` and `Connection` are the server's to say, and so are `Content-Encoding` and `Vary`: it gzips
/// the body where the client prefers that and it is long enough and of a type that becomes much smaller. It compares the
/// entity tag with the request's `If-Match` and `If-None-Match`, and sends 412 or 304 in place of a successful response to
/// `GET` or `HEAD` (RFC 9110 section 13).
public struct Response: Sendable {
    /// A header field. Line breaks and NUL in it are sent as spaces, so that no value can add a field.
    public struct Field: Sendable {
        enum Content: Sendable {
            case text(String)
            case bytes([UInt8])
        }

        /// The name, as it is sent.
        let name: String
        /// The value.
        let content: Content

        /// `name: value`
        public init(_ name: String, _ value: String) {
            self.name = name
            content = .text(value)
        }

        /// `name: value`, in bytes of UTF-8.
        public init(_ name: String, _ value: [UInt8]) {
            self.name = name
            content = .bytes(value)
        }

        /// The methods that a path answers (RFC 9110 section 10.2.1).
        static func allow(_ methods: [Method]) -> Field {
            Field("Allow", methods.list)
        }
    }

    /// The status.
    public var status: Status
    /// The media type of the body: `application/json`; `nil` where there is no body.
    public var contentType: String?
    /// The tag of the body before it is gzipped; the gzipped one has its own, which the server derives from it.
    public var entityTag: EntityTag?
    /// What caches may do with it.
    public var cacheControl: CacheControl?
    /// The fields of the request, beside `Accept-Encoding`, that it might have been another response by (RFC 9110 section
    /// 12.5.5).
    public var varies: [String]
    /// Further fields.
    public var fields: [Field]
    /// The body; not sent with a status that has none, nor to `HEAD`.
    public var body: [UInt8]
    /// The coding in which the body goes out, once the server has chosen between them; `nil` where there is no choice.
    var coding: ContentCoding?
    /// Why whoever asked was not let in: a word for the observer, which no client is told.
    public var denial: String?

    /// A response of these parts.
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
