import Bytes

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
