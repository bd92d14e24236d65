import Glibc

/// The received bytes of a connection, and the parsing state of the request at their start.
///
/// It changes only while no ``Request`` refers to it, since handlers may read it on other threads. If a handler keeps
/// its request, the connection continues with a ``successor()``.
// Sendable, and sound: the reactor checks for other references before it changes a reader.
final class RequestReader: @unchecked Sendable {
    enum Progress {
        case needsMore
        /// The head is complete, the body perhaps not. Returned once per request.
        case head
        case complete
    }

    private enum Stage {
        case head
        case body
        case complete(end: Int)
    }

    // Exclusivity checks at run time would cost more than parsing: one thread changes the reader, and none of its
    // functions calls back into it.
    @safe @exclusivity(unchecked) private var bytes: [UInt8] = []
    @safe @exclusivity(unchecked) private var start = 0
    /// Complete after ``Progress/head``.
    @safe @exclusivity(unchecked) private(set) var head = RequestHead()
    @safe @exclusivity(unchecked) private var decoder = ChunkedDecoder()
    @safe @exclusivity(unchecked) private var stage = Stage.head
    /// `nil` until the request is routed.
    @safe @exclusivity(unchecked) var pattern: PathPattern?
    /// Undefined until ``identify(with:)``.
    @safe @exclusivity(unchecked) private(set) var id = RequestID(0)
    /// The id of the client's trace, or of a new one; 0 until ``identify(with:)``.
    @safe @exclusivity(unchecked) private(set) var traceID: UInt128 = 0
    let bodies: BodyPool

    init(bodies: BodyPool) {
        self.bodies = bodies
    }

    private static let initialCapacity = 4096

    /// Calls `body` with the bytes of the request and those behind it.
    func withBytes<Result, Failure>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
        let bytes = bytes
        return try body(bytes.span.extracting(start..<bytes.count))
    }

    var isEmpty: Bool { start == bytes.count }

    /// Whether any byte of a request has arrived, leading empty lines aside.
    var hasBegun: Bool {
        guard case .head = stage else { return true }
        return head.hasRequestLine || start + head.end < bytes.count
    }

    var method: Method? { head.hasRequestLine ? head.method : nil }

    var isWithinBody: Bool {
        if case .body = stage { true } else { false }
    }

    /// The bytes of the body that have arrived, without chunk framing.
    var bodyCount: Int { head.isChunked ? decoder.body.count : bytes.count - start - head.end }

    /// Whether it holds no more memory than most requests need.
    var isReusable: Bool { bytes.capacity <= Self.initialCapacity * 2 }

    /// Whether the client waits for `100 Continue` and has sent nothing of the body.
    var waitsToContinue: Bool { head.expectsContinue && bytes.count - start <= head.end }

    func advance(limits: ServerLimits) throws(RequestError) -> Progress {
        switch stage {
        case .head:
            guard try head.parse(bytes, from: start, limits: limits) else { return .needsMore }
            guard head.contentLength ?? 0 <= limits.maxBodySize else {
                throw .bodyTooLarge(limit: limits.maxBodySize)
            }
            stage = .body
            if head.isChunked { decoder = ChunkedDecoder(start: head.end) }
            return .head
        case .body where head.isChunked:
            guard try decoder.decode(bytes, from: start, limits: limits) else { return .needsMore }
            stage = .complete(end: decoder.position)
            return .complete
        case .body:
            let end = head.end + (head.contentLength ?? 0)
            guard bytes.count - start >= end else { return .needsMore }
            stage = .complete(end: end)
            return .complete
        case .complete:
            return .complete
        }
    }

    func query() throws(RequestError) -> QueryParameters {
        let range = head.query
        return try QueryParameters(bytes: bytes, range: start + range.lowerBound..<start + range.upperBound)
    }

    var body: ArraySlice<UInt8> { head.isChunked ? decoder.body[...] : bytes[start + head.end..<start + end] }

    func forEachValue(of kind: RequestHead.Field.Kind, _ visit: (Span<UInt8>) -> Void) {
        for field in head.fields where field.kind == kind { withBytes { visit($0.extracting(field.value)) } }
    }

    /// Takes the ids from the fields that have arrived, or generates them; once per request.
    func identify(with ids: inout IDGenerator) {
        guard traceID == 0 else { return }
        var clientID: RequestID?
        forEachValue(of: .requestID) { clientID = clientID ?? RequestID($0) }
        id = clientID ?? RequestID(ids.next())
        var clientTrace: UInt128?
        var traces = 0
        forEachValue(of: .traceParent) { value in
            // More than one is ambiguous.
            traces += 1
            clientTrace = traces == 1 ? value.traceID : nil
        }
        traceID = clientTrace ?? UInt128(ids.next()) << 64 | UInt128(ids.next())
    }

    /// The end of the complete request.
    private var end: Int {
        guard case .complete(let end) = stage else { preconditionFailure("the request is not complete") }
        return end
    }

    func consume() {
        start += end
        begin()
    }

    /// A new reader for the bytes behind the complete request, which keeps this one.
    func successor() -> RequestReader {
        let successor = RequestReader(bodies: bodies)
        successor.bytes = Array(bytes[(start + end)...])
        return successor
    }

    /// Keeps the memory.
    func empty() {
        let isUnused = isEmpty && !hasBegun
        bytes.removeAll(keepingCapacity: true)
        start = 0
        if !isUnused { begin() }
    }

    private func begin() {
        stage = .head
        decoder = ChunkedDecoder()
        pattern = nil
        traceID = 0
        head.reset()
    }

    func fill(from descriptor: Int32) -> ReadResult {
        makeRoom()
        var result = ReadResult.wouldBlock
        let room = bytes.capacity - bytes.count
        bytes.append(addingCapacity: room) { output in
            // Sound: read writes at most the buffer's count from its start, and returns how much.
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if count > 0 {
                    initialized = count
                    result = .bytes(filledRoom: count == buffer.count)
                } else if count == 0 || errno != EAGAIN {
                    result = .end
                }
            }
        }
        return result
    }

    /// Moves the bytes to the front, and grows only if the buffer is still full; the limits of head and body bound it.
    private func makeRoom() {
        if isEmpty, case .head = stage {
            if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
        } else if start > 0 {
            bytes.removeSubrange(0..<start)
        }
        start = 0
        if case .body = stage, head.isChunked {
            bytes.removeSubrange(head.end..<decoder.position)
            decoder.rewind(to: head.end)
        }
        if bytes.count == bytes.capacity { bytes.reserveCapacity(max(Self.initialCapacity, bytes.capacity * 2)) }
    }
}

enum ReadResult {
    /// Bytes arrived; if they did not fill the room, there are no more for now.
    case bytes(filledRoom: Bool)
    case wouldBlock
    /// The client has closed its side, or the connection is broken.
    case end
}
