import Bytes

/// Collects the fields that determine a request's framing and the persistence of its connection.
struct FramingFields {
    private var hasHost = false
    private var length: Int?
    /// For each transfer coding, whether it is `chunked`; `nil` without `Transfer-Encoding`.
    private var codings: [Bool]?
    private var asksToClose = false
    private var asksToKeepAlive = false
    private var expectsContinue = false
    private var expectsOther = false

    mutating func add(_ field: RequestHead.Field, in bytes: Span<UInt8>) throws(RequestError) {
        let value = bytes.extracting(field.value)
        switch field.kind {
        case .host:
            guard !hasHost else { throw .malformed("there is more than one Host") }
            guard value.isHost else { throw .malformed("the Host is malformed") }
            hasHost = true
        case .expect:
            value.forEachListElement { expectation in
                if expectation.equalsIgnoringCase("100-continue") {
                    expectsContinue = true
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
            guard length == nil else { throw .malformed("there is more than one Content-Length") }
            guard let number = value.saturatingDecimal else { throw .malformed("the Content-Length is not a number") }
            length = number
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

    /// Sets the framing of a head whose fields are complete (RFC 9112 sections 3.2, 6.1, 6.3 and 9.3).
    func apply(to head: inout RequestHead) throws(RequestError) {
        guard hasHost || head.minorVersion == 0 else { throw .malformed("there is no Host") }
        if let codings {
            guard length == nil else { throw .malformed("there are both Content-Length and Transfer-Encoding") }
            guard head.minorVersion == 1 else { throw .malformed("HTTP/1.0 has no Transfer-Encoding") }
            guard !codings.dropLast().contains(true) else {
                throw .malformed("chunked is not the last Transfer-Encoding, once")
            }
            guard codings == [true] else { throw .notImplemented("A Transfer-Encoding other than chunked") }
            head.framing = .chunked
        } else if let length {
            head.framing = length == 0 ? .none : .length(length)
        }
        head.announcesBody = codings != nil || length != nil
        head.isPersistent = head.minorVersion == 1 ? !asksToClose : asksToKeepAlive && !asksToClose
        if head.minorVersion == 1 {
            guard !expectsOther else { throw .expectationFailed }
            head.expectsContinue = expectsContinue && head.framing != .none
        }
    }
}
