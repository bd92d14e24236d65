extension UserRecord {
    /// The bytes that stand for the record in a store.
    public var packed: [UInt8] {
        var writer = PackedWriter()
        writer.write(Self.formatVersion)
        let search = lastSearch?.packed ?? []
        writer.write(count: search.count)
        writer.write(contentsOf: search)
        writer.write(count: opened.count)
        for id in opened {
            writer.write(id.kind)
            writer.write(id.id)
        }
        return writer.bytes
    }

    private static let formatVersion: UInt8 = 1

    /// The record that `bytes` stand for; `nil` where they are not what ``packed`` gives.
    public init?(packed bytes: Span<UInt8>) {
        var reader = PackedReader(bytes)
        guard reader.byte() == Self.formatVersion else { return nil }
        let search = reader.range()
        var lastSearch: UserSearch?
        if !search.isEmpty {
            guard let read = UserSearch(packed: bytes.extracting(search)) else { return nil }
            lastSearch = read
        }
        var opened: [CatalogueItem.ID] = []
        for _ in 0..<reader.count() where !reader.isMalformed {
            opened.append(CatalogueItem.ID(kind: reader.text(), id: reader.text()))
        }
        guard !reader.isMalformed, reader.isAtEnd else { return nil }
        self.init(lastSearch: lastSearch, opened: opened)
    }

    /// Brings the record up to date with an action.
    /// - Returns: what the action means to it; `nil` where it changes nothing, and is not to be logged.
    public mutating func apply(_ action: UserAction) -> Change? {
        switch action {
        case .searched(let search):
            if lastSearch == search { return nil }
            lastSearch = search
            return Change(firstOpened: nil, forgotten: nil)
        case .opened(let id):
            let index = opened.firstIndex(of: id)
            if let index { opened.remove(at: index) }
            opened.insert(id, at: 0)
            let forgotten = opened.count > Self.openedLimit ? opened.removeLast() : nil
            return Change(firstOpened: index == nil ? id : nil, forgotten: forgotten)
        }
    }

    /// What an action changes in how many users have opened an item.
    public struct Change: Hashable, Sendable {
        /// An item that counts as opened by one more user.
        public var firstOpened: CatalogueItem.ID?
        /// An item that the record no longer holds, and that counts as opened by one user less.
        public var forgotten: CatalogueItem.ID?
    }
}
