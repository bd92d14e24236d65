import Bytes

/// The parsed head of a request. Ranges are relative to the request's first byte.
struct RequestHead: Sendable {
    /// How the body ends (RFC 9112 section 6.3).
    enum Framing: Hashable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    var method = Method.get
    var minorVersion = 1
    var target = 0..<0
    /// The host of an absolute target.
    var authority = 0..<0
    /// The target's path: begins with a slash, except for `OPTIONS *`.
    var path = 0..<0
    var query = 0..<0
    var fields: [Field] = []
    var kinds = FieldKinds()
    var framing = Framing.none
    /// An empty body counts too.
    var announcesBody = false
    var isPersistent = true
    /// RFC 9110 section 10.1.1: the client waits for `100 Continue` before it sends the body.
    var expectsContinue = false
    /// Also the start of the body.
    var end = 0
}

extension RequestHead {
    /// A field: its name, and its value without surrounding blanks.
    struct Field: Sendable {
        /// The fields that the server itself evaluates.
        enum Kind: UInt8 {
            case other
            case host, expect, connection, contentLength, transferEncoding
            case acceptEncoding, cacheControl, ifMatch, ifNoneMatch, requestID, traceParent
            case contentEncoding, fetchSite, origin, requestedMethod
        }

        var name: Range<Int>
        var value: Range<Int>
        var kind: Kind

        /// Reads `name ":" OWS value OWS` (RFC 9112 section 5).
        init(line: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
            guard !bytes[line.lowerBound].isBlank else { throw .malformed("a header field is folded over lines") }
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: line.lowerBound), colon < line.upperBound
            else { throw .malformed("a header field has no colon") }
            let name = line.lowerBound..<colon
            guard !name.isEmpty, bytes.contains(no: { $0.areOutsideTokens }, in: name) else {
                throw .malformed("the name of a header field is not a token")
            }
            let value = bytes.trimmed(colon + 1..<line.upperBound)
            guard bytes.contains(no: { $0.areControl }, in: value) else {
                throw .malformed("a header field has control characters")
            }
            self.name = name
            self.value = value
            kind = Kind(bytes.extracting(name))
        }
    }
}

extension RequestHead.Field.Kind {
    init(_ name: Span<UInt8>) {
        self =
            switch name.count {
            case 4 where name.equalsIgnoringCase("host"): .host
            case 6 where name.equalsIgnoringCase("expect"): .expect
            case 6 where name.equalsIgnoringCase("origin"): .origin
            case 8 where name.equalsIgnoringCase("if-match"): .ifMatch
            case 10 where name.equalsIgnoringCase("connection"): .connection
            case 11 where name.equalsIgnoringCase("traceparent"): .traceParent
            case 12 where name.equalsIgnoringCase("x-request-id"): .requestID
            case 13 where name.equalsIgnoringCase("if-none-match"): .ifNoneMatch
            case 13 where name.equalsIgnoringCase("cache-control"): .cacheControl
            case 14 where name.equalsIgnoringCase("content-length"): .contentLength
            case 14 where name.equalsIgnoringCase("sec-fetch-site"): .fetchSite
            case 15 where name.equalsIgnoringCase("accept-encoding"): .acceptEncoding
            case 16 where name.equalsIgnoringCase("content-encoding"): .contentEncoding
            case 17 where name.equalsIgnoringCase("transfer-encoding"): .transferEncoding
            case 29 where name.equalsIgnoringCase("access-control-request-method"): .requestedMethod
            default: .other
            }
    }
}

struct FieldKinds: Sendable {
    private var bits: UInt32 = 0

    func contains(_ kind: RequestHead.Field.Kind) -> Bool { bits >> UInt32(kind.rawValue) & 1 == 1 }

    mutating func insert(_ kind: RequestHead.Field.Kind) { bits |= 1 << UInt32(kind.rawValue) }
}
