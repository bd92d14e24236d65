import Bytes

/// A complete request: its bytes as they arrived, and where everything stands in them.
///
/// A copy costs nothing, and strings come into being when they are asked for.
public struct Request: Sendable {
    private let reader: RequestReader
    private let bodyRange: Range<Int>
    private let identifiers: RequestIdentifiers

    init(reader: RequestReader, body: Range<Int>, identifiers: RequestIdentifiers) {
        self.reader = reader
        bodyRange = body
        self.identifiers = identifiers
    }

    /// The method; `HEAD` reaches the route of `GET`.
    public var method: Method { reader.head.method }

    /// The target as it was sent, still encoded.
    public var target: String { text(reader.head.target) }

    /// The target's path as it was sent, still encoded.
    public var path: String { text(reader.head.path) }

    /// The pattern of the route that the path has matched.
    public var route: String { reader.pattern?.text ?? "" }

    /// The parameters of the target's query, decoded.
    public var query: QueryParameters {
        get throws(QueryError) { try reader.query() }
    }

    /// The body, its chunks joined; empty where there is none.
    public var body: ArraySlice<UInt8> { reader.slice(bodyRange) }

    /// The path's parameter `name`, decoded. It is a mistake of the program to ask for one that the route's pattern
    /// does not have.
    public func parameter(_ name: String) -> String {
        let value = reader.withBytes { bytes in
            let path = bytes.extracting(reader.head.path.range)
            return reader.pattern?.range(of: name, in: path).flatMap {
                String(percentEncoded: path.extracting($0))
            }
        }
        guard let value else { preconditionFailure("the route \(route) has no parameter \(name)") }
        return value
    }

    /// The value of the field `name` (in lower case), without the blanks around it; `nil` where there is none. Several
    /// lines of one field are one list (RFC 9110 section 5.3).
    public func field(_ name: String) -> String? {
        reader.withBytes { bytes in
            var value: String?
            for field in reader.head.fields
            where field.name.range.count == name.utf8.count
                && bytes.extracting(field.name.range).equalsIgnoringCase(bytes: name.utf8.span)
            {
                let more = String(decoding: bytes.extracting(field.value.range))
                value = value.map { $0 + ", " + more } ?? more
            }
            return value
        }
    }

    /// An empty array for the response's body, with room for at least `capacity` bytes.
    public func makeBody(capacity: Int) -> [UInt8] { reader.bodies.take(capacity: capacity) }

    /// What the request is called. The server answers with it (`X-Request-Id`).
    public var id: RequestID { identifiers.id(in: reader) }

    /// What a service is to be told that is asked on the request's behalf (`traceparent`): the client's trace, or a new
    /// one where it told of none, with the request itself as the span that asks.
    public var traceParent: TraceParent { identifiers.traceParent }

    private func text(_ range: BufferRange) -> String {
        reader.withBytes { String(decoding: $0.extracting(range.range)) }
    }
}
