import HTTPServer

/// What the log says of one request. It has a fixed size and no references, so that to queue it allocates nothing.
///
/// It has no user, no path and no query: those say who a person is, where they are and what they look for, and a log is
/// kept longer and read by more than the store. The request's identifier leads from one to the other where it must.
struct RequestRecord: Sendable {
    /// When it was answered.
    var time: Timestamp
    /// The place of its method in the log's label.
    var method: Int16
    /// The place of its route's pattern in the log's label.
    var route: Int16
    /// The answer's status.
    var status: UInt16
    /// The place, in the log's label, of why whoever asked was not let in; below 0 where that was not so.
    var denial: Int16 = -1
    /// The bytes of the answer, with its head.
    var bytes: Int
    /// How long it took, in nanoseconds.
    var nanoseconds: Int
    /// The request's identifier.
    var id: RequestID
    /// The trace that it is part of.
    var trace: UInt128

    /// Whether the server is at fault (5xx).
    var isFailure: Bool { status >= 500 }
}
