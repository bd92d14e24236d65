/// A complete request: its bytes as they arrived, and where everything stands in them.
///
/// A copy costs nothing, and strings come into being when they are asked for.
public struct Request: Sendable {
    private let bytes: [UInt8]
    private let start: Int
    private let head: RequestHead
    private let bodyRange: Range<Int>
    private let pattern: PathPattern
    private let identity: RequestIdentity
    private let bodyMemory: BodyMemory

    init(
        bytes: [UInt8],
        start: Int,
        head: RequestHead,
        body: Range<Int>,
        pattern: PathPattern,
        identity: RequestIdentity,
        memory: BodyMemory
    ) {
        self.bytes = bytes
        self.start = start
        self.head = head
        bodyRange = body
        self.pattern = pattern
        self.identity = identity
        bodyMemory = memory
    }

    /// The method; `HEAD` reaches the route of `GET`.
    public var method: Method { head.method }

    /// The target as it was sent, still encoded.
    public var target: String { text(head.target) }

    /// The target's path as it was sent, still encoded.
    public var path: String { text(head.path) }

    /// The pattern of the route that the path has matched.
    public var route: String { pattern.text }

    /// The target's query.
    public var query: QueryParameters {
        QueryParameters(bytes: bytes, range: absolute(head.query.range))
    }

    /// The body, its chunks joined; empty where there is none.
    public var body: ArraySlice<UInt8> { bytes[absolute(bodyRange)] }

    /// The path's parameter `name`, decoded. It is a mistake of the program to ask for one that the route's pattern
    /// does not have.
    public func parameter(_ name: String) -> String {
        guard let range = pattern.range(of: name, in: bytes.span.extracting(absolute(head.path.range))),
            let value = try? String(percentEncoded: bytes.span.extracting(absolute(head.path.range)).extracting(range))
        else { preconditionFailure("the route \(pattern.text) has no parameter \(name)") }
        return value
    }

    /// The value of the field `name` (in lower case), without the blanks around it; `nil` where there is none. Several
    /// lines of one field are one list (RFC 9110 section 5.3).
    public func field(_ name: String) -> String? {
        var value: String?
        for field in head.fields
        where bytes.span.extracting(absolute(field.name.range)).equalsIgnoringCase(name) {
            value = value.map { $0 + ", " + text(field.value) } ?? text(field.value)
        }
        return value
    }

    /// The coding that the client would have a body in that gzip makes much smaller (RFC 9110 section 12.5.3). A handler
    /// that asks makes its body accordingly, and says so in ``Response/coding``.
    public var preferredCoding: ContentCoding {
        var accepted = AcceptEncoding()
        let bytes = bytes.span.extracting(start..<bytes.count)
        for field in head.fields where bytes.extracting(field.name.range).equalsIgnoringCase("accept-encoding") {
            accepted.note(bytes.extracting(field.value.range))
        }
        return accepted.prefersGzip ? .gzip : .identity
    }

    /// Memory for the response's body: an empty array with room for `capacity` bytes at least, which was another body's
    /// before, where there is one to spare. With ``Response/returnsMemory`` it comes back.
    public func memory(capacity: Int) -> [UInt8] { bodyMemory.take(capacity: capacity) }

    /// What the request is called. The server answers with it (`X-Request-Id`).
    public var id: RequestID { identity.id(in: bytes.span.extracting(start..<bytes.count)) }

    /// What a service is to be told that is asked on the request's behalf (`traceparent`): the client's trace, or a new
    /// one where it told of none, with the request itself as the span that asks.
    public var traceParent: TraceParent { identity.traceParent }

    private func absolute(_ range: Range<Int>) -> Range<Int> {
        start + range.lowerBound..<start + range.upperBound
    }

    private func text(_ range: ByteRange) -> String {
        String(decoding: bytes.span.extracting(absolute(range.range)))
    }
}
