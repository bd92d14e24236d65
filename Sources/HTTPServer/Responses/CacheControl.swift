/// What caches may do with a response (RFC 9111 section 5.2.2).
public enum CacheControl: String, CaseIterable, Hashable, Sendable {
    /// What is one user's and may change at any time: the client's own cache keeps it and asks, each time before it
    /// shows it, whether its entity tag still holds (`no-cache`); caches that others share keep nothing (`private`).
    case revalidated = "private, no-cache"
    /// What must not be seen again: errors. Without it a cache may keep a 404, 405 or 414 for a time of its own choice
    /// (RFC 9111 section 4.2.2), and many in front of servers do, so that the error outlives its cause.
    case unstored = "no-store"
}
