/// How long a client can use a home without asking again.
struct Freshness: Hashable, Sendable {
    /// The seconds until the client asks again.
    let refreshAfter: Int
    /// The seconds after that in which the client may still show the home while it asks (the semantics of RFC 5861,
    /// section 3).
    let staleWhileRevalidate: Int
}
