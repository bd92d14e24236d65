/// What was understood of a request's head. Ranges count from the request's first byte.
struct RequestHead: Sendable {
    /// How the body's end is found (RFC 9112 section 6.3).
    enum Framing: Hashable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    var method = Method.get
    /// 0 or 1.
    var minorVersion = 1
    var target = BufferRange.none
    /// The target's path: begins with a slash, except for `OPTIONS *`.
    var path = BufferRange.none
    /// What follows the question mark.
    var query = BufferRange.none
    var fields: [Field] = []
    /// What there is among the fields.
    var kinds = FieldKinds()
    var framing = Framing.none
    /// Whether the client said that there is a body, be it an empty one.
    var announcesBody = false
    /// Whether the client will send another request on the connection.
    var isPersistent = true
    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue = false
    /// Where the head ends and the body begins.
    var end = 0
}
