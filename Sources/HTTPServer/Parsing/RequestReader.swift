import Glibc

/// The bytes that a connection has received and not used up, and how far the request at their beginning has been
/// understood.
///
/// It changes only while nobody else holds it: a ``Request`` does, which looks at it from where its handler runs. Whose
/// request is kept goes on with another one (``successor()``).
// Sendable, and sound: the reactor whose it is asks, before it changes it, whether a request still holds it.
final class RequestReader: @unchecked Sendable {
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

    // Whether accesses overlap is not looked for while it runs, which would cost more than to parse: one thread has the
    // reader, and none of its functions calls what leads back to it.
    @safe @exclusivity(unchecked) private var bytes: [UInt8] = []
    /// Where the request begins.
    @safe @exclusivity(unchecked) private var start = 0
    @safe @exclusivity(unchecked) private var parser = HeadParser()
    @safe @exclusivity(unchecked) private var stage = Stage.head
    /// The pattern that the path of the request matches, once its head is complete.
    @safe @exclusivity(unchecked) private(set) var pattern: PathPattern?
    /// Memory for the response's body.
    let bodies: BodyPool

    init(bodies: BodyPool) {
        self.bodies = bodies
    }

    /// The room that is made for bytes when there is none.
    private static let initialCapacity = 4096

    /// What is known of the request's head; all of it after ``Progress/head``.
    var head: RequestHead { _read { yield parser.head } }

    /// Calls `body` with the request's bytes, and those behind it.
    func withBytes<Result, Failure>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
        let bytes = bytes
        return try body(bytes.span.extracting(start..<bytes.count))
    }

    /// Whether all received bytes have been used up.
    var isEmpty: Bool { start == bytes.count }

    /// Whether there is anything of a request; empty lines before it are nothing.
    var hasBegun: Bool {
        guard case .head = stage else { return true }
        return parser.hasRequestLine || start + parser.position < bytes.count
    }

    /// The method, once the request line was understood.
    var method: Method? { parser.hasRequestLine ? parser.head.method : nil }

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

    /// Whether it holds not more memory than most requests need.
    var isReusable: Bool { bytes.capacity <= Self.initialCapacity * 2 }

    /// Whether the client waits for `100 Continue`, and has not begun with the body.
    var waitsToContinue: Bool { parser.head.expectsContinue && bytes.count - start <= parser.head.end }

    /// Understands as much of the request as has arrived.
    func advance(limits: ServerLimits) throws(RequestError) -> Progress {
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
    func route(by router: Router) throws(RequestError) -> Router.Route {
        try withBytes { (bytes) throws(RequestError) in
            try router.route(
                head.method,
                bytes.extracting(head.path.range),
                announcesBody: head.announcesBody,
                pattern: &pattern
            )
        }
    }

    /// The parameters of the request's target.
    func query() throws(QueryError) -> QueryParameters {
        let range = parser.head.query.range
        return try QueryParameters(bytes: bytes, range: start + range.lowerBound..<start + range.upperBound)
    }

    /// The bytes of a part of the request.
    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[start + range.lowerBound..<start + range.upperBound]
    }

    /// Calls `visit` with each value of the fields of a kind, of those whose lines have arrived.
    func forEachValue(of kind: RequestHead.Field.Kind, _ visit: (Span<UInt8>) -> Void) {
        guard head.kinds.contains(kind) else { return }
        withBytes { bytes in
            for field in head.fields where field.kind == kind { visit(bytes.extracting(field.value.range)) }
        }
    }

    /// What the request is called, as far as its fields have been understood.
    func identifiers(random: inout BufferedRandom) -> RequestIdentifiers {
        var given: BufferRange?
        if head.kinds.contains(.requestID) {
            given = withBytes { bytes in
                head.fields.first { field in
                    field.kind == .requestID && RequestID(bytes.extracting(field.value.range)) != nil
                }?.value
            }
        }
        var caller: TraceParent?
        var callers = 0
        forEachValue(of: .traceParent) { value in
            // Two of them belong to two traces: to none.
            callers += 1
            caller = callers == 1 ? TraceParent(value) : nil
        }
        return RequestIdentifiers(given: given, caller: caller, random: &random)
    }

    /// The complete request. As long as it is there, the reader may not change.
    func request(identifiers: RequestIdentifiers) -> Request {
        guard case .complete(let body, _) = stage else { preconditionFailure("the request is not complete") }
        return Request(reader: self, body: body, identifiers: identifiers)
    }

    /// Goes on to the request behind the complete one.
    func consume() {
        guard case .complete(_, let end) = stage else { preconditionFailure("the request is not complete") }
        start += end
        begin()
    }

    /// A reader that goes on to the request behind the complete one, in place of this one, which is held by that request.
    func successor() -> RequestReader {
        guard case .complete(_, let end) = stage else { preconditionFailure("the request is not complete") }
        let successor = RequestReader(bodies: bodies)
        successor.bytes = Array(bytes[(start + end)...])
        return successor
    }

    /// Forgets its bytes, but keeps their memory.
    func empty() {
        bytes.removeAll(keepingCapacity: true)
        start = 0
        if case .head = stage, !parser.hasBegun { return }
        begin()
    }

    private func begin() {
        stage = .head
        pattern = nil
        parser.reset()
    }

    /// Reads what fits from the socket.
    func fill(from descriptor: Int32) -> ReadResult {
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
    private func makeRoom() {
        if isEmpty, case .head = stage {
            if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
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
    /// The other side has sent all that it will, or the connection is broken.
    case end

    /// - Parameter count: as `read` returned it, with `errno` untouched since.
    init(_ count: Int, room: Int) {
        self =
            switch count {
            case 1...: .bytes(filledRoom: count == room)
            default: count < 0 && errno == EAGAIN ? .wouldBlock : .end
            }
    }
}
