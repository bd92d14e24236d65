/// A reference decoder of chunked bodies (RFC 9112 section 7.1), slow and without limits.
enum ReferenceChunks: Hashable {
    /// The body, and its encoded length.
    case complete(body: [UInt8], count: Int)
    case incomplete
    case malformed

    /// Decodes the body at the start of `bytes`.
    static func read(_ bytes: some Sequence<UInt8>) -> ReferenceChunks {
        let bytes = Array(bytes)
        var rest = bytes[...]
        var body: [UInt8] = []
        while true {
            guard let line = Line(takenFrom: &rest) else { return .incomplete }
            let size = line.text.prefix { Self.digits.contains($0) }
            guard line.isLegal, !size.isEmpty, isExtension(line.text.dropFirst(size.count)) else { return .malformed }
            let count = Int(String(decoding: size, as: UTF8.self), radix: 16) ?? .max
            if count == 0 { break }
            guard rest.count >= count else { return .incomplete }
            body += rest.prefix(count)
            rest = rest.dropFirst(count)
            let end = Array(rest.prefix(2))
            if end.count < 2, end != [0x0a] { return .incomplete }
            guard end == [0x0d, 0x0a] else { return .malformed }
            rest = rest.dropFirst(2)
        }
        while true {
            guard let line = Line(takenFrom: &rest) else { return .incomplete }
            guard line.isLegal else { return .malformed }
            if line.text.isEmpty { break }
            guard ReferenceHead.isField(line.text) else { return .malformed }
        }
        return .complete(body: body, count: bytes.count - rest.count)
    }

    private static func isExtension(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.isEmpty || bytes.drop(while: ReferenceHead.isBlank).first == UInt8(ascii: ";")
    }

    private static let digits = Array("0123456789abcdefABCDEF".utf8)
}

/// A line, without its end.
private struct Line {
    let text: [UInt8]
    /// Whether it ends in CRLF and has no control characters.
    let isLegal: Bool

    /// `nil` if the end of the line is missing.
    init?(takenFrom bytes: inout ArraySlice<UInt8>) {
        guard let end = bytes.firstIndex(of: 0x0a) else { return nil }
        let line = bytes[..<end]
        bytes = bytes[(end + 1)...]
        text = Array(line.dropLast())
        isLegal = line.last == 0x0d && text.allSatisfy(ReferenceHead.isFieldContent)
    }
}
