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

    /// `HEAD` uses the route of `GET`.
    public var method: Method { reader.head.method }

    /// Still encoded.
    public var target: String { text(reader.head.target) }

    /// Still encoded.
    public var path: String { text(reader.head.path) }

    public var route: String { reader.pattern?.text ?? "" }

    public var query: QueryParameters {
        get throws(QueryError) { try reader.query() }
    }

    /// The body without chunk framing; empty if there is none.
    public var body: ArraySlice<UInt8> { reader.slice(bodyRange) }

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

    /// The value without surrounding blanks. Several lines are joined by commas (RFC 9110 section 5.3).
    /// - Parameter name: in lower case.
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

    /// Reuses the memory of a sent body if there is any.
    public func makeBody(capacity: Int) -> [UInt8] { reader.bodies.take(capacity: capacity) }

    public var id: RequestID { identifiers.id(in: reader) }

    private func text(_ range: BufferRange) -> String {
        reader.withBytes { String(decoding: $0.extracting(range.range)) }
    }
}
