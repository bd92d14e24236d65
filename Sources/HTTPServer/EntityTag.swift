/// Names one representation of a resource: as long as the tag is the same, so is the representation (RFC 9110 section
/// 8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the quotes.
    public let opaque: String
    /// Whether equal tags promise the same meaning only, and not the same bytes.
    public let isWeak: Bool

    /// It is a mistake of the program to put a quote, a blank or a control character into a tag. A tag that ends with
    /// `-gzip` looks like the one that the server gives to the gzipped body of another.
    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(\.isEntityTag), "an entity tag cannot have these characters: \(opaque)")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// `"9f2c"`, or `W/"9f2c"` where it is weak.
    public var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    /// The tag of the same content, gzipped: other bytes, hence another tag (RFC 9110 section 8.8.3.3).
    var gzipped: EntityTag { EntityTag(opaque + "-gzip", isWeak: isWeak) }
}
