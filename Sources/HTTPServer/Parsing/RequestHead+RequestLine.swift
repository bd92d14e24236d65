import Bytes

extension RequestHead {
    /// Parses `method SP target SP version` (RFC 9112 section 3).
    mutating func readRequestLine(_ line: Range<Int>, in bytes: Span<UInt8>, limits: ServerLimits) throws(RequestError)
    {
        let space = UInt8(ascii: " ")
        guard let methodEnd = bytes.firstIndex(of: space, from: line.lowerBound), methodEnd < line.upperBound,
            let targetEnd = bytes.firstIndex(of: space, from: methodEnd + 1), targetEnd < line.upperBound
        else { throw .malformed("expected a method, a target and a version with one space between them") }

        let name = bytes.extracting(line.lowerBound..<methodEnd)
        guard name.isToken else { throw .malformed("the method is not a token") }
        let target = methodEnd + 1..<targetEnd
        guard target.count <= limits.maxTargetSize else { throw .targetTooLong(limit: limits.maxTargetSize) }
        minorVersion = try Self.minorVersion(bytes.extracting(targetEnd + 1..<line.upperBound))
        guard let method = Method(name) else {
            throw .notImplemented("The method \(String(decoding: name.extracting(first: 32)))")
        }
        self.method = method
        try readTarget(target, in: bytes)
    }

    /// The `y` of `HTTP/1.y`, at most 1 (RFC 9110 section 2.5).
    private static func minorVersion(_ version: Span<UInt8>) throws(RequestError) -> Int {
        guard version.count == 8, version.extracting(first: 5).equals("HTTP/"), version[5].isDigit,
            version[6] == UInt8(ascii: "."), version[7].isDigit
        else { throw .malformed("the version is not of the form HTTP/1.1") }
        guard version[5] == UInt8(ascii: "1") else { throw .versionNotSupported }
        return version[7] == UInt8(ascii: "0") ? 0 : 1
    }

    /// Finds path and query in the target (RFC 9112 section 3.2).
    private mutating func readTarget(_ range: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
        let text = bytes.extracting(range)
        guard !text.isEmpty, bytes.contains(no: { $0.areOutsideTargets }, in: range) else {
            throw .malformed("the target has characters that are not allowed in a URI")
        }
        target = range
        if text[0] == UInt8(ascii: "/") {
            readPath(range, in: bytes)
        } else if text.count == 1, text[0] == UInt8(ascii: "*"), method == .options {
            path = target
        } else {
            try readAbsoluteTarget(range, in: bytes)
        }
    }

    private mutating func readPath(_ range: Range<Int>, in bytes: Span<UInt8>) {
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"), from: range.lowerBound) ?? range.upperBound
        if mark < range.upperBound {
            path = range.lowerBound..<mark
            query = mark + 1..<range.upperBound
        } else {
            path = range
        }
    }

    /// `http://authority/path?query`: the form for proxies, which servers must accept too.
    private mutating func readAbsoluteTarget(_ range: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
        let text = bytes.extracting(range)
        let scheme =
            text.extracting(first: 7).equalsIgnoringCase("http://")
            ? 7 : text.extracting(first: 8).equalsIgnoringCase("https://") ? 8 : 0
        guard scheme > 0 else { throw .malformed("the target is neither a path nor an absolute URI") }
        let authority = range.lowerBound + scheme
        var end = authority
        while end < range.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { end += 1 }
        guard end > authority, bytes.extracting(authority..<end).isHost else {
            throw .malformed("the target's authority is not a host")
        }
        self.authority = authority..<end
        readPath(end..<range.upperBound, in: bytes)
        // No path means "/" (RFC 9112 section 3.2.1); the scheme's last slash is one.
        if path.isEmpty { path = authority - 1..<authority }
    }
}
