extension RequestHead.Field {
    /// Reads `name ":" OWS value OWS` (RFC 9112 section 5).
    init(line: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
        guard !bytes[line.lowerBound].isBlank else { throw .malformed("a header field is folded over lines") }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: line.lowerBound), colon < line.upperBound else {
            throw .malformed("a header field has no colon")
        }
        let name = line.lowerBound..<colon
        guard !name.isEmpty, bytes.extracting(name).allSatisfy(\.isToken) else {
            throw .malformed("the name of a header field is not a token")
        }
        guard bytes.extracting(colon + 1..<line.upperBound).allSatisfy(\.isFieldContent) else {
            throw .malformed("a header field has control characters")
        }
        self.name = ByteRange(name)
        value = ByteRange(bytes.trimmed(colon + 1..<line.upperBound))
    }
}
