/// Parses a request's head as it arrives, line by line (RFC 9112 sections 2 to 6).
///
/// It copies nothing, and is strict: anything that two parsers could understand differently is refused.
struct HeadParser {
    private(set) var head = RequestHead()
    private var lines = LineScanner()
    private(set) var hasRequestLine = false

    /// Relative to the request's first byte.
    var position: Int { lines.position }

    /// Continues with `received`, in which the request starts at `start`.
    /// - Returns: whether the head is complete.
    mutating func parse(_ received: [UInt8], from start: Int, limits: ServerLimits) throws(RequestError) -> Bool {
        let bytes = received.span.extracting(start..<received.count)
        while let line = try lines.next(
            in: bytes,
            atMost: limits.maxHeaderSize - lines.position,
            orThrow: hasRequestLine ? limits.headTooLarge : .targetTooLong(limit: limits.maxTargetSize)
        ) {
            if !hasRequestLine {
                // RFC 9112 section 2.2: empty lines before the request line are ignored.
                if line.isEmpty { continue }
                try head.readRequestLine(line, in: bytes, limits: limits)
                hasRequestLine = true
            } else if line.isEmpty {
                try head.finish(at: lines.position)
                return true
            } else {
                guard head.fields.count < limits.maxHeaderFields else { throw limits.headTooLarge }
                try head.add(RequestHead.Field(line: line, in: bytes), in: bytes)
            }
        }
        return false
    }

    /// Keeps the memory of the fields.
    mutating func reset() {
        var fields = head.fields.take()
        fields.removeAll(keepingCapacity: true)
        self = HeadParser()
        head.fields = fields
    }
}
