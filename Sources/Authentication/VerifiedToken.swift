/// What a token says that was accepted.
public struct VerifiedToken: Hashable, Sendable {
    /// Whom it is about.
    public let subject: Subject
    /// When it expires, in seconds since 1970.
    public let expiry: Int64

    /// The seconds at which it is accepted, leeway included.
    let validity: Range<Int64>
}
