import Bytes

extension CatalogueItem.ID {
    /// A hash of the kind and the identifier that is the same on every machine.
    public var hash: UInt64 { Self.hash(kind: kind.utf8.span, id: id.utf8.span) }

    static func hash(kind: Span<UInt8>, id: Span<UInt8>) -> UInt64 {
        Revision {
            $0.combine(bytes: kind)
            $0.combine(bytes: id)
        }.rawValue
    }
}
