import Bytes

/// A complete request, whose reader must not change while it exists. Strings are created on access.
public struct Request: Sendable {
    let reader: RequestReader

    /// `HEAD` uses the route of `GET`.
    public var method: Method { reader.head.method }

    public var route: String { reader.pattern?.text ?? "" }

    public var query: QueryParameters {
        get throws(RequestError) { try reader.query() }
    }

    /// The body without chunk framing; empty if there is none.
    public var body: ArraySlice<UInt8> { reader.body }

    /// - Precondition: the route's pattern has this parameter.
    public func parameter(_ name: String) -> String {
        let value = reader.withBytes { reader.pattern?.value(of: name, in: $0.extracting(reader.head.path)) }
        guard let value else { preconditionFailure("the route \(route) has no parameter \(name)") }
        return value
    }

    /// The value without surrounding blanks. Several lines are joined by commas (RFC 9110 section 5.3).
    /// - Parameter name: in lower case.
    public func field(_ name: String) -> String? {
        reader.withBytes { bytes in
            let name = name.utf8.span
            var value: String?
            for field in reader.head.fields where bytes.extracting(field.name).equalsIgnoringCase(bytes: name) {
                let more = String(decoding: bytes.extracting(field.value))
                value = value.map { $0 + ", " + more } ?? more
            }
            return value
        }
    }

    /// Reuses the memory of a sent body if there is any.
    public func makeBody(capacity: Int) -> [UInt8] { reader.bodies.take(capacity: capacity) }

    public var id: RequestID { reader.id }
}
