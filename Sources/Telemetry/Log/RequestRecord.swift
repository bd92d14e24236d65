public import HTTPServer

/// What the log says of one request. It has a fixed size and no references, so that to queue it allocates nothing.
///
/// It has no user, no path and no query: those say who a person is, where they are and what they look for, and a log is
/// kept longer and read by more than the store. The request's identifier leads from one to the other where it must.
public struct RequestRecord: Sendable {
    /// When it was answered.
    public var time: Timestamp
    /// The place of its method in the log's label.
    public var method: Int16
    /// The place of its route's pattern in the log's label.
    public var route: Int16
    /// The answer's status.
    public var status: UInt16
    /// The place, in the log's label, of why whoever asked was not let in; below 0 where that was not so.
    public var denial: Int16
    /// The bytes of the answer, with its head.
    public var bytes: Int
    /// How long it took, in nanoseconds.
    public var nanoseconds: Int
    /// The request's identifier.
    public var id: RequestID
    /// The trace that it is part of.
    public var trace: UInt128

    /// A request that was answered at `time`.
    public init(
        method: Int,
        route: Int,
        status: UInt16,
        denial: Int? = nil,
        bytes: Int,
        nanoseconds: Int,
        id: RequestID,
        trace: UInt128,
        time: Timestamp
    ) {
        self.time = time
        self.method = Int16(clamping: method)
        self.route = Int16(clamping: route)
        self.status = status
        self.denial = Int16(clamping: denial ?? -1)
        self.bytes = bytes
        self.nanoseconds = nanoseconds
        self.id = id
        self.trace = trace
    }

    /// Whether the server is at fault (5xx).
    var isFailure: Bool { status >= 500 }
}
