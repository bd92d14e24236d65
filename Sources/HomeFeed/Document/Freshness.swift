/// How long a client can use a home without asking again.
public struct Freshness: Hashable, Sendable {
    /// The seconds until the client asks again.
    public let refreshAfter: Int
    /// The seconds after that in which the client may still show the home while it asks (the semantics of RFC 5861,
    /// section 3).
    public let staleWhileRevalidate: Int

    /// A home is current for `refreshAfter` seconds, and can be shown for another `staleWhileRevalidate` seconds.
    public init(refreshAfter: Int, staleWhileRevalidate: Int) {
        self.refreshAfter = refreshAfter
        self.staleWhileRevalidate = staleWhileRevalidate
    }
}
