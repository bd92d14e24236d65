/// What a request is called: found in its fields, or made.
struct RequestIdentity: Sendable {
    /// The request's own number. The digits of it are its id, where the client gave none.
    private let number: UInt64
    /// Where the client's id stands, counted from the request's first byte.
    private let given: ByteRange?
    let traceParent: TraceParent

    /// - Parameters:
    ///   - head: what has been understood of the request's.
    ///   - bytes: the request's.
    init(_ head: RequestHead, in bytes: Span<UInt8>, random: inout RandomWords) {
        var given: ByteRange?
        if head.kinds.contains(.requestID) {
            given =
                head.fields.first { field in
                    field.kind == .requestID && RequestID(bytes.extracting(field.value.range)) != nil
                }?.value
        }
        var caller: TraceParent?
        var callers = 0
        head.forEachValue(of: .traceParent, in: bytes) { value in
            // Two of them belong to two traces: to none.
            callers += 1
            caller = TraceParent(value)
        }
        number = random.next()
        self.given = given
        traceParent =
            if let caller, callers == 1 {
                TraceParent(traceID: caller.traceID, spanID: number, flags: caller.flags & TraceParent.sampled)
            } else {
                Self.newTrace(spanID: number, random: &random)
            }
    }

    /// What a request is called that says nothing about it.
    init(random: inout RandomWords) {
        number = random.next()
        given = nil
        traceParent = Self.newTrace(spanID: number, random: &random)
    }

    /// A trace that begins here, and that nobody has decided to record.
    private static func newTrace(spanID: UInt64, random: inout RandomWords) -> TraceParent {
        TraceParent(traceID: UInt128(random.next()) << 64 | UInt128(random.next()), spanID: spanID, flags: 0)
    }

    /// The id, which may stand in the request's bytes.
    func id(in bytes: Span<UInt8>) -> RequestID {
        given.flatMap { RequestID(bytes.extracting($0.range)) } ?? ownID
    }

    /// The id where the client gave none.
    var ownID: RequestID { RequestID(number) }
}
