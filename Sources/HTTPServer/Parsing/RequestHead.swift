import Bytes

/// The head of a request, parsed as it arrives, line by line (RFC 9112 sections 2 to 6). Ranges are relative to the
/// request's first byte.
///
/// It copies nothing, and is strict: anything that two parsers could understand differently is refused.
struct RequestHead: Sendable {
    var method = Method.get
    var minorVersion = 1
    var target = 0..<0
    /// The host of an absolute target.
    var authority = 0..<0
    /// The target's path: begins with a slash, except for `OPTIONS *`.
    var path = 0..<0
    var query = 0..<0
    private(set) var fields: [Field] = []
    private(set) var hasRequestLine = false
    private var lines = LineScanner()
    private var hasHost = false
    private(set) var contentLength: Int?
    /// For each transfer coding, whether it is `chunked`; `nil` without `Transfer-Encoding`.
    private var codings: [Bool]?
    private var asksToClose = false
    private var asksToKeepAlive = false
    private var asksToContinue = false
    private var expectsOther = false

    /// The end of the last complete line; of a complete head also the start of the body.
    var end: Int { lines.position }

    var isChunked: Bool { codings != nil }

    /// An empty body counts too.
    var announcesBody: Bool { isChunked || contentLength != nil }

    /// Whether the client lets the connection stay open (RFC 9112 section 9.3).
    var isPersistent: Bool { !asksToClose && (minorVersion == 1 || asksToKeepAlive) }

    /// RFC 9110 section 10.1.1: the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool { asksToContinue && minorVersion == 1 && (isChunked || contentLength ?? 0 > 0) }

    /// Continues with `received`, in which the request starts at `start`.
    /// - Returns: whether the head is complete.
    mutating func parse(_ received: [UInt8], from start: Int, limits: ServerLimits) throws(RequestError) -> Bool {
        let bytes = received.span.extracting(start..<received.count)
        while let line = try lines.next(
            in: bytes,
            atMost: limits.maxHeaderSize - end,
            orThrow: hasRequestLine ? limits.headTooLarge : .targetTooLong(limit: limits.maxTargetSize)
        ) {
            if !hasRequestLine {
                // RFC 9112 section 2.2: empty lines before the request line are ignored.
                if line.isEmpty { continue }
                try readRequestLine(line, in: bytes, limits: limits)
                hasRequestLine = true
            } else if line.isEmpty {
                try checkFraming()
                return true
            } else {
                guard fields.count < limits.maxHeaderFields else { throw limits.headTooLarge }
                try add(Field(line: line, in: bytes), in: bytes)
            }
        }
        return false
    }

    /// Begins the next request, with the memory of this one's fields.
    mutating func reset() {
        var fields = fields.take()
        fields.removeAll(keepingCapacity: true)
        self = RequestHead()
        self.fields = fields
    }

    private mutating func add(_ field: Field, in bytes: Span<UInt8>) throws(RequestError) {
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

    /// Checks the fields together (RFC 9112 sections 3.2, 6.1 and 6.3).
    private func checkFraming() throws(RequestError) {
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
