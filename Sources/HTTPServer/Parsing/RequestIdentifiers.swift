/// What a request is called: found in its fields, or made.
struct RequestIdentifiers: Sendable {
    /// The request's own number. The digits of it are its id, where the client gave none.
    private let number: UInt64
    /// Where the client's id stands, counted from the request's first byte.
    private let given: BufferRange?
    let traceParent: TraceParent

    /// - Parameters:
    ///   - given: where the client's id stands, if it can be used.
    ///   - caller: the client's place in a trace; `nil` where a trace begins here: it is not sampled.
    init(given: BufferRange? = nil, caller: TraceParent? = nil, random: inout BufferedRandom) {
        number = random.next()
        self.given = given
        traceParent =
            if let caller {
                TraceParent(traceID: caller.traceID, spanID: number, flags: caller.flags & TraceParent.sampled)
            } else {
                TraceParent(
                    traceID: UInt128(random.next()) << 64 | UInt128(random.next()),
                    spanID: number,
                    flags: 0
                )
            }
    }

    /// The id, which may stand in the request's bytes.
    func id(in reader: RequestReader?) -> RequestID {
        guard let given, let reader else { return RequestID(number) }
        return reader.withBytes { RequestID($0.extracting(given.range)) } ?? RequestID(number)
    }
}
