import Bytes

/// A complete request: its bytes, and the ranges of its parts. Strings are created on access.
public struct Request: Sendable {
    private let reader: RequestReader
    private let bodyRange: Range<Int>
    private let identifiers: RequestIdentifiers

    init(reader: RequestReader, body: Range<Int>, identifiers: RequestIdentifiers) {
        self.reader = reader
        bodyRange = body
        self.identifiers = identifiers
    }

    /// The method; `HEAD` uses the route of `GET`.
    public var method: Method { reader.head.method }

    /// The target, still encoded.
    public var target: String { text(reader.head.target) }

    /// The target's path, still encoded.
    public var path: String { text(reader.head.path) }

    public var route: String { reader.pattern?.text ?? "" }

    /// The parameters of the target's query, decoded.
    public var query: QueryParameters {
        get throws(QueryError) { try reader.query() }
    }

    /// The body without chunk framing; empty if there is none.
    public var body: ArraySlice<UInt8> { reader.slice(bodyRange) }

    /// The path's parameter `name`, decoded.
    /// - Precondition: the route's pattern has this parameter.
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

    /// The value of the header field `name` (in lower case), without surrounding blanks. Several lines are joined by
    /// commas (RFC 9110 section 5.3).
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

    /// The request's id, which the response repeats (`X-Request-Id`).
    public var id: RequestID { identifiers.id(in: reader) }

    private func text(_ range: BufferRange) -> String {
        reader.withBytes { String(decoding: $0.extracting(range.range)) }
    }
}
