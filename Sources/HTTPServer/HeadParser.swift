/// Reads a request's head as it arrives, line by line (RFC 9112 sections 2 to 6).
///
/// It remembers where it stopped, copies nothing, and is strict: whatever two readers could understand in two ways is
/// refused.
struct HeadParser {
    private(set) var head = RequestHead()
    private var lines = LineScanner()
    private(set) var hasRequestLine = false
    private var seen = FramingFields()

    /// How far the head has been read, from the request's first byte on.
    var position: Int { lines.position }

    /// Whether it knows anything of a request, or of what stands before it.
    var hasBegun: Bool { hasRequestLine || lines.hasBegun }

    /// Goes on with `received`, where the request begins at `start`.
    /// - Returns: whether the head is complete.
    mutating func parse(_ received: [UInt8], from start: Int, limits: ServerLimits) throws(RequestError) -> Bool {
        let bytes = received.span.extracting(start..<received.count)
        while true {
            switch try lines.next(in: bytes, atMost: limits.head - lines.position) {
            case .incomplete:
                return false
            case .tooLong where hasRequestLine:
                throw .headTooLarge(bytes: limits.head, fields: limits.fields)
            case .tooLong:
                throw .targetTooLong(limit: limits.target)
            case .line(let line) where hasRequestLine && line.isEmpty:
                head.end = lines.position
                try seen.settle(&head)
                return true
            case .line(let line) where hasRequestLine:
                guard head.fields.count < limits.fields else {
                    throw .headTooLarge(bytes: limits.head, fields: limits.fields)
                }
                let field = try RequestHead.Field(line: line, in: bytes)
                try seen.note(field, in: bytes)
                head.fields.append(field)
                head.kinds.insert(field.kind)
            case .line(let line) where line.isEmpty:
                // RFC 9112 section 2.2: empty lines before the request line are ignored.
                continue
            case .line(let line):
                try head.readRequestLine(line, in: bytes, limits: limits)
                hasRequestLine = true
            }
        }
    }

    /// Forgets the request but keeps the memory of its fields.
    mutating func reset() {
        head.reset()
        lines = LineScanner()
        hasRequestLine = false
        seen = FramingFields()
    }
}
