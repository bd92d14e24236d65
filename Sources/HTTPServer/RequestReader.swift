import Glibc

/// The bytes that a connection has received and not used up, and how far the request at their beginning has been
/// understood.
struct RequestReader {
    enum Progress {
        /// The request's end has not arrived.
        case needsMore
        /// The head is complete; the body may not be. Said once for each request.
        case head
        /// The request is complete.
        case complete
    }

    private enum Stage {
        case head
        case sized
        case chunked(ChunkedDecoder)
        case complete(body: Range<Int>, end: Int)
    }

    private var bytes: [UInt8] = []
    /// Where the request begins.
    private var start = 0
    private var parser = HeadParser()
    private var stage = Stage.head

    /// The room that is made for bytes when there is none.
    private static let initialCapacity = 4096

    /// What is known of the request's head; all of it after ``Progress/head``.
    var head: RequestHead { parser.head }

    /// Whether all received bytes have been used up.
    var isEmpty: Bool { start == bytes.count }

    /// Whether there is anything of a request; empty lines before it are nothing.
    var hasBegun: Bool {
        guard case .head = stage else { return true }
        return parser.hasRequestLine || start + parser.position < bytes.count
    }

    /// Whether the request line was understood, and with it the method.
    var hasMethod: Bool { parser.hasRequestLine }

    /// Whether the head is complete, and the request is not.
    var isWithinBody: Bool {
        switch stage {
        case .sized, .chunked: true
        case .head, .complete: false
        }
    }

    /// The bytes of the body that have arrived.
    var bodyCount: Int {
        switch stage {
        case .head: 0
        case .sized: bytes.count - start - head.end
        case .chunked(let decoder): decoder.body.count
        case .complete(let body, _): body.count
        }
    }

    /// Whether it holds memory worth keeping, and not more than most requests need.
    var isReusable: Bool { 1...Self.initialCapacity * 2 ~= bytes.capacity }

    var hasCapacity: Bool { bytes.capacity > 0 }

    /// The bytes that follow the head.
    var hasBodyBytes: Bool { bytes.count - start > head.end }

    /// Understands as much of the request as has arrived.
    mutating func advance(limits: ServerLimits) throws(RequestError) -> Progress {
        switch stage {
        case .head:
            guard try parser.parse(bytes, from: start, limits: limits) else { return .needsMore }
            if case .length(let length) = head.framing, length > limits.body {
                throw .bodyTooLarge(limit: limits.body)
            }
            stage = head.framing == .chunked ? .chunked(ChunkedDecoder(start: head.end)) : .sized
            return .head
        case .sized:
            let length = if case .length(let length) = head.framing { length } else { 0 }
            guard bytes.count - start - head.end >= length else { return .needsMore }
            stage = .complete(body: head.end..<head.end + length, end: head.end + length)
            return .complete
        case .chunked(var decoder):
            let isComplete = try decoder.decode(&bytes, base: start, limits: limits)
            stage = isComplete ? .complete(body: decoder.body, end: decoder.position) : .chunked(decoder)
            return isComplete ? .complete : .needsMore
        case .complete:
            return .complete
        }
    }

    /// Finds the route of a request whose head is complete, and the pattern that its path matches.
    func route(by router: Router, matching pattern: inout PathPattern?) throws(RequestError) -> Router.Route {
        let path = bytes.span.extracting(start + head.path.range.lowerBound..<start + head.path.range.upperBound)
        return try router.route(head, path: path, pattern: &pattern)
    }

    /// Calls `visit` with each value of the field `name` (in lower case), of those whose lines have arrived.
    func forEachValue(of name: String, _ visit: (Span<UInt8>) -> Void) {
        let bytes = bytes.span.extracting(start...)
        for field in head.fields where bytes.extracting(field.name.range).equalsIgnoringCase(name) {
            visit(bytes.extracting(field.value.range))
        }
    }

    /// What the request is called, as far as its fields have been understood.
    func identity(random: inout RandomWords) -> RequestIdentity {
        RequestIdentity(head.fields, in: bytes.span.extracting(start..<bytes.count), random: &random)
    }

    /// The id of the request of this identity.
    func id(of identity: RequestIdentity) -> RequestID {
        identity.id(in: bytes.span.extracting(start..<bytes.count))
    }

    /// The complete request.
    /// - Parameter memory: where the response's body may take its memory from.
    func request(matching pattern: PathPattern, identity: RequestIdentity, memory: BodyMemory) -> Request {
        guard case .complete(let body, _) = stage else { preconditionFailure("the request is not complete") }
        return Request(
            bytes: bytes,
            start: start,
            head: head,
            body: body,
            pattern: pattern,
            identity: identity,
            memory: memory
        )
    }

    /// Goes on to the request behind the complete one.
    mutating func consume() {
        guard case .complete(_, let end) = stage else { preconditionFailure("the request is not complete") }
        start += end
        stage = .head
        parser.reset()
    }

    /// Forgets its bytes, but keeps their memory.
    mutating func empty() {
        bytes.removeAll(keepingCapacity: true)
        parser.reset()
        start = 0
        stage = .head
    }

    /// Reads what fits from the socket.
    mutating func fill(from descriptor: Int32) -> ReadResult {
        makeRoom()
        var result = ReadResult.wouldBlock
        let room = bytes.capacity - bytes.count
        bytes.append(addingCapacity: room) { output in
            // Sound: read writes at most the buffer's count from its beginning on, and tells how much of it.
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if count > 0 { initialized = count }
                result = ReadResult(count, room: buffer.count)
            }
        }
        return result
    }

    /// Moves what is there to the front, and asks for memory only where it then is still full: the limits of head and
    /// body bound it.
    private mutating func makeRoom() {
        if isEmpty, case .head = stage {
            bytes.removeAll(keepingCapacity: true)
        } else if start > 0 {
            bytes.removeSubrange(0..<start)
        }
        start = 0
        if case .chunked(var decoder) = stage {
            bytes.removeSubrange(decoder.closeGap())
            stage = .chunked(decoder)
        }
        if bytes.count == bytes.capacity { bytes.reserveCapacity(max(Self.initialCapacity, bytes.capacity * 2)) }
    }
}

/// What became of an attempt to read.
enum ReadResult: Hashable {
    /// Bytes came; where they did not fill the room, there are no more for now.
    case bytes(filledRoom: Bool)
    case wouldBlock
    /// The other side has sent all that it will.
    case end
    case failed

    /// - Parameter count: as `read` returned it, with `errno` untouched since.
    init(_ count: Int, room: Int) {
        self =
            switch count {
            case 1...: .bytes(filledRoom: count == room)
            case 0: .end
            default: errno == EAGAIN ? .wouldBlock : .failed
            }
    }
}
