private let formatVersion: UInt8 = 1

extension UserRecord {
    /// The stored bytes of the record.
    public var packed: [UInt8] {
        var writer = PackedWriter()
        writer.write(formatVersion)
        let search = lastSearch?.packed ?? []
        writer.write(count: search.count)
        writer.write(contentsOf: search)
        writer.write(count: opened.count)
        for id in opened { writer.write(id) }
        return writer.bytes
    }

    /// Reads ``packed`` bytes; `nil` if they are malformed.
    public init?(packed bytes: Span<UInt8>) {
        var reader = PackedReader(bytes)
        guard reader.byte() == formatVersion else { return nil }
        let search = reader.range()
        var lastSearch: UserSearch?
        if !search.isEmpty {
            guard let read = UserSearch(packed: bytes.extracting(search)) else { return nil }
            lastSearch = read
        }
        var opened: [CatalogueItem.ID] = []
        for _ in 0..<reader.count() where !reader.isMalformed { opened.append(reader.itemID()) }
        guard !reader.isMalformed, reader.isAtEnd else { return nil }
        self.init(lastSearch: lastSearch, opened: opened)
    }
}

extension UserAction {
    /// The stored number of the type of action. Permanent.
    public var code: UInt8 {
        switch self {
        case .searched: 0
        case .opened: 1
        case .forgotten: 2
        }
    }

    /// The stored bytes of the action: ``UserSearch/packed``, the kind and the id of the item, or none.
    public var packed: [UInt8] {
        switch self {
        case .searched(let search): return search.packed
        case .opened(let id):
            var writer = PackedWriter()
            writer.write(id)
            return writer.bytes
        case .forgotten: return []
        }
    }

    /// Reads ``code`` and ``packed`` bytes; `nil` if they are malformed.
    public init?(code: UInt8, packed bytes: Span<UInt8>) {
        switch code {
        case 0:
            guard let search = UserSearch(packed: bytes) else { return nil }
            self = .searched(search)
        case 1:
            var reader = PackedReader(bytes)
            self = .opened(reader.itemID())
            guard !reader.isMalformed, reader.isAtEnd else { return nil }
        case 2:
            guard bytes.isEmpty else { return nil }
            self = .forgotten
        default: return nil
        }
    }
}

extension UserSearch {
    /// The stored bytes of the search. Equal searches have equal bytes.
    public var packed: [UInt8] {
        var writer = PackedWriter()
        writer.write(formatVersion)
        writer.write(kind)
        writer.write(optional: filter.market)
        writer.write(optional: filter.brand)
        writer.write(optional: filter.category)
        writer.write(optional: filter.collection)
        writer.write(filter.place?.center.latitude ?? .nan)
        writer.write(filter.place?.center.longitude ?? .nan)
        writer.write(filter.place?.radius ?? .nan)
        writer.write(filter.price.min ?? .min)
        writer.write(filter.price.max ?? .max)
        writer.write(optional: filter.currency)
        writer.write(count: filter.attributes.count)
        for (name, condition) in filter.attributes.sorted(by: { $0.key < $1.key }) {
            writer.write(name)
            writer.write(condition)
        }
        return writer.bytes
    }

    /// Reads ``packed`` bytes; `nil` if they are malformed.
    public init?(packed bytes: Span<UInt8>) {
        var reader = PackedReader(bytes)
        guard reader.byte() == formatVersion else { return nil }
        let kind = reader.text()
        var filter = ItemFilter()
        filter.market = reader.optionalText()
        filter.brand = reader.optionalText()
        filter.category = reader.optionalText()
        filter.collection = reader.optionalText()
        let center = Coordinate(latitude: reader.double(), longitude: reader.double())
        let radius = reader.double()
        filter.place = center.map { Area(center: $0, radius: radius) }
        let (min, max) = (reader.int64(), reader.int64())
        filter.price = ClosedInterval(min: min == .min ? nil : min, max: max == .max ? nil : max)
        filter.currency = reader.optionalText()
        for _ in 0..<reader.count() where !reader.isMalformed {
            let name = reader.text()
            filter.attributes[name] = reader.condition()
        }
        guard !reader.isMalformed, reader.isAtEnd else { return nil }
        self.init(kind: kind, filter: filter)
    }
}

extension PackedWriter {
    fileprivate mutating func write(_ id: CatalogueItem.ID) {
        write(id.kind)
        write(id.id)
    }

    fileprivate mutating func write(_ condition: AttributeCondition) {
        switch condition {
        case .range(let range):
            write(0 as UInt8)
            write(range.min ?? .nan)
            write(range.max ?? .nan)
        case .anyOf(let texts):
            write(1 as UInt8)
            write(count: texts.count)
            for text in texts.sorted() { write(text) }
        case .flag(let flag):
            write(2 as UInt8)
            write(flag ? 1 as UInt8 : 0)
        }
    }
}

extension PackedReader {
    fileprivate mutating func itemID() -> CatalogueItem.ID { CatalogueItem.ID(kind: text(), id: text()) }

    fileprivate mutating func condition() -> AttributeCondition? {
        switch byte() {
        case 0:
            let (min, max) = (double(), double())
            return .range(ClosedInterval(min: min.isNaN ? nil : min, max: max.isNaN ? nil : max))
        case 1:
            var texts: Set<String> = []
            for _ in 0..<count() where !isMalformed { texts.insert(text()) }
            return .anyOf(texts)
        case 2: return .flag(byte() != 0)
        default:
            fail()
            return nil
        }
    }
}
