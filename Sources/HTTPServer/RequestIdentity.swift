/// What a request is called: found in its fields, or made.
struct RequestIdentity: Sendable {
    /// The request's own number. The digits of it are its id, where the client gave none.
    private let number: UInt64
    /// Where the client's id stands, counted from the request's first byte.
    private let given: ByteRange?
    let traceParent: TraceParent

    /// - Parameters:
    ///   - fields: those that have been understood.
    ///   - bytes: the request's.
    init(_ fields: [RequestHead.Field], in bytes: Span<UInt8>, random: inout RandomWords) {
        var given: ByteRange?
        var caller: TraceParent?
        var callers = 0
        for field in fields {
            let name = bytes.extracting(field.name.range)
            switch name.count {
            case 12 where name.equalsIgnoringCase("x-request-id"):
                let isUsable = RequestID(bytes.extracting(field.value.range)) != nil
                if given == nil, isUsable { given = field.value }
            case 11 where name.equalsIgnoringCase("traceparent"):
                // Two of them belong to two traces: to none.
                callers += 1
                caller = TraceParent(bytes.extracting(field.value.range))
            default:
                break
            }
        }
        number = random.next()
        self.given = given
        traceParent =
            if let caller, callers == 1 {
                TraceParent(traceID: caller.traceID, spanID: number, flags: caller.flags & TraceParent.sampled)
            } else {
                // A trace that begins here, and that nobody has decided to record.
                TraceParent(traceID: UInt128(random.next()) << 64 | UInt128(random.next()), spanID: number, flags: 0)
            }
    }

    /// The id, which may stand in the request's bytes.
    func id(in bytes: Span<UInt8>) -> RequestID {
        given.flatMap { RequestID(bytes.extracting($0.range)) } ?? RequestID(number)
    }
}
