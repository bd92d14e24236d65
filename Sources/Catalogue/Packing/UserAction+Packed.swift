extension UserAction {
    /// The number that stands for the type of action in a store. Its meaning never changes.
    public var code: UInt8 {
        switch self {
        case .searched: 0
        case .opened: 1
        }
    }

    /// The bytes that stand for the rest of the action in a store: ``UserSearch/packed``, or the kind and the id of the item.
    public var packed: [UInt8] {
        switch self {
        case .searched(let search):
            return search.packed
        case .opened(let id):
            var writer = PackedWriter()
            writer.write(id.kind)
            writer.write(id.id)
            return writer.bytes
        }
    }

    /// The action of this ``code`` that `bytes` stand for; `nil` where they are not what ``packed`` gives.
    public init?(code: UInt8, packed bytes: Span<UInt8>) {
        switch code {
        case 0:
            guard let search = UserSearch(packed: bytes) else { return nil }
            self = .searched(search)
        case 1:
            var reader = PackedReader(bytes)
            let id = CatalogueItem.ID(kind: reader.text(), id: reader.text())
            guard !reader.isMalformed, reader.isAtEnd else { return nil }
            self = .opened(id)
        default:
            return nil
        }
    }
}
