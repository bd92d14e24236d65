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
        while let line = try lines.next(
            in: bytes,
            atMost: limits.head - lines.position,
            orThrow: hasRequestLine ? limits.headTooLarge : .targetTooLong(limit: limits.target)
        ) {
            if !hasRequestLine {
                // RFC 9112 section 2.2: empty lines before the request line are ignored.
                if line.isEmpty { continue }
                try head.readRequestLine(line, in: bytes, limits: limits)
                hasRequestLine = true
            } else if line.isEmpty {
                head.end = lines.position
                try seen.settle(&head)
                return true
            } else {
                guard head.fields.count < limits.fields else { throw limits.headTooLarge }
                let field = try RequestHead.Field(line: line, in: bytes)
                try seen.note(field, in: bytes)
                head.fields.append(field)
                head.kinds.insert(field.kind)
            }
        }
        return false
    }

    /// Forgets the request but keeps the memory of its fields.
    mutating func reset() {
        var fields: [RequestHead.Field] = []
        swap(&fields, &head.fields)
        fields.removeAll(keepingCapacity: true)
        self = HeadParser()
        head.fields = fields
    }
}
