import Bytes

/// The parsed head of a request. Ranges are relative to the request's first byte.
struct RequestHead: Sendable {
    var method = Method.get
    var minorVersion = 1
    var target = 0..<0
    /// The host of an absolute target.
    var authority = 0..<0
    /// The target's path: begins with a slash, except for `OPTIONS *`.
    var path = 0..<0
    var query = 0..<0
    var fields: [Field] = []
    /// Also the start of the body.
    private(set) var end = 0
    private var hasHost = false
    private(set) var contentLength: Int?
    /// For each transfer coding, whether it is `chunked`; `nil` without `Transfer-Encoding`.
    private var codings: [Bool]?
    private var asksToClose = false
    private var asksToKeepAlive = false
    private var asksToContinue = false
    private var expectsOther = false
}

extension RequestHead {
    var isChunked: Bool { codings != nil }

    /// An empty body counts too.
    var announcesBody: Bool { isChunked || contentLength != nil }

    /// Whether the client lets the connection stay open (RFC 9112 section 9.3).
    var isPersistent: Bool { !asksToClose && (minorVersion == 1 || asksToKeepAlive) }

    /// RFC 9110 section 10.1.1: the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool { asksToContinue && minorVersion == 1 && (isChunked || contentLength ?? 0 > 0) }

    mutating func add(_ field: Field, in bytes: Span<UInt8>) throws(RequestError) {
        fields.append(field)
        let value = bytes.extracting(field.value)
        switch field.kind {
        case .host:
            guard !hasHost else { throw .malformed("there is more than one Host") }
            guard value.isHost else { throw .malformed("the Host is malformed") }
            hasHost = true
        case .expect:
            value.forEachListElement { expectation in
                if expectation.equalsIgnoringCase("100-continue") {
                    asksToContinue = true
                } else if !expectation.isEmpty {
                    expectsOther = true
                }
            }
        case .connection:
            value.forEachListElement { option in
                if option.equalsIgnoringCase("close") { asksToClose = true }
                if option.equalsIgnoringCase("keep-alive") { asksToKeepAlive = true }
            }
        case .contentLength:
            // RFC 9110 section 8.6 allows a repeated equal length to be refused.
            guard contentLength == nil else { throw .malformed("there is more than one Content-Length") }
            guard let number = value.saturatingDecimal else { throw .malformed("the Content-Length is not a number") }
            contentLength = number
        case .transferEncoding:
            codings = codings ?? []
            try value.forEachListElement { (coding) throws(RequestError) in
                guard coding.isToken else { throw .malformed("the Transfer-Encoding is malformed") }
                codings?.append(coding.equalsIgnoringCase("chunked"))
            }
        default:
            break
        }
    }

    /// Checks the framing once all fields are added (RFC 9112 sections 3.2, 6.1 and 6.3).
    mutating func finish(at end: Int) throws(RequestError) {
        self.end = end
        guard hasHost || minorVersion == 0 else { throw .malformed("there is no Host") }
        if let codings {
            guard contentLength == nil else { throw .malformed("there are both Content-Length and Transfer-Encoding") }
            guard minorVersion == 1 else { throw .malformed("HTTP/1.0 has no Transfer-Encoding") }
            guard !codings.dropLast().contains(true) else {
                throw .malformed("chunked is not the last Transfer-Encoding, once")
            }
            guard codings == [true] else { throw .notImplemented("A Transfer-Encoding other than chunked") }
        }
        guard !expectsOther || minorVersion == 0 else { throw .expectationFailed }
    }
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
