/// A 64-bit hash of content: equal content has equal revisions, on every machine and in every run.
///
/// Not a cryptographic hash: it tells versions of one's own content apart, nothing more. Two different contents
/// share a revision with a probability of about 2⁻⁶⁴.
public struct Revision: Hashable, Sendable {
    /// The hash itself.
    public let rawValue: UInt64

    /// A revision that was stored or received.
    @inlinable
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The revision of what `feed` puts into the hasher.
    @inlinable
    public init(_ feed: (inout RevisionHasher) -> Void) {
        var hasher = RevisionHasher()
        feed(&hasher)
        self = hasher.finish()
    }
}

extension Revision: CustomStringConvertible {
    /// Sixteen lowercase hexadecimal digits, most significant first.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
