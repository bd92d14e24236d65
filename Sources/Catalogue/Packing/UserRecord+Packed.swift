private let formatVersion: UInt8 = 1

extension UserRecord {
    public var packed: [UInt8] {
        var writer = PackedWriter()
        writer.write(formatVersion)
        let search = lastSearch?.packed ?? []
        writer.write(count: search.count)
        writer.bytes += search
        for list in [openings, cardOpenings, saves, unsaves, dismissals, restorations] {
            writer.write(list: zip(list.values, list.times).map { ($0, $1) }) {
                $0.write($1.0)
                $0.write($1.1)
            }
        }
        writer.write(list: dismissedWidgets) {
            $0.write($1.widget)
            $0.write($1.at)
            $0.write($1.until)
        }
        writer.write(list: arrangements.sorted { $0.key < $1.key }) {
            $0.write($1.key)
            $0.write($1.value)
        }
        writer.write(list: seen) {
            $0.write($1.id)
            $0.write($1.at)
            $0.write(optional: $1.price?.currency)
            $0.write($1.price?.amount ?? 0)
        }
        return writer.bytes
    }

    package init(stored bytes: Span<UInt8>) throws(StoreError) {
        var reader = PackedReader(bytes)
        if reader.byte() != formatVersion { reader.fail() }
        self.init()
        let search = reader.range()
        lastSearch = search.isEmpty ? nil : UserSearch(packed: bytes.extracting(search))
        if !search.isEmpty, lastSearch == nil { reader.fail() }
        openings = reader.recentItems()
        cardOpenings = reader.recentItems()
        saves = reader.recentItems()
        unsaves = reader.recentItems()
        dismissals = reader.recentItems()
        restorations = reader.recentItems()
        dismissedWidgets = reader.list { DismissedWidget(widget: $0.widgetID(), at: $0.instant(), until: $0.instant()) }
        for (segment, arrangement) in reader.list({ ($0.text(), $0.arrangement()) }) {
            arrangements[segment] = arrangement
        }
        seen = reader.list {
            let (id, at, currency, amount) = ($0.itemID(), $0.instant(), $0.optionalText(), $0.int64())
            return SeenItem(id: id, at: at, price: currency.map { Money(amount: amount, currency: $0) })
        }
        guard reader.isComplete else { throw .defect("cannot read the record of a user") }
    }
}

extension UserAction {
    package static let openedCode: UInt8 = 1
    package static let forgottenCode: UInt8 = 2

    /// The stored number of the type of action. Permanent.
    public var code: UInt8 {
        switch self {
        case .searched: 0
        case .opened: Self.openedCode
        case .forgotten: Self.forgottenCode
        case .saved: 3
        case .unsaved: 4
        case .dismissed: 5
        case .restored: 6
        case .dismissedWidget: 7
        case .restoredWidget: 8
        case .arranged: 9
        }
    }

    public var packed: [UInt8] {
        var writer = PackedWriter()
        switch self {
        case .searched(let search): return search.packed
        case .opened(let id, let since):
            writer.write(id)
            writer.write(list: since.map { [$0] } ?? []) { $0.write($1) }
        case .saved(let id), .unsaved(let id), .dismissed(let id), .restored(let id): writer.write(id)
        case .dismissedWidget(let widget, let until):
            writer.write(widget)
            writer.write(until)
        case .restoredWidget(let widget): writer.write(widget)
        case .arranged(let arrangement, let segment):
            writer.write(segment)
            writer.write(arrangement)
        case .forgotten(let openings):
            writer.write(list: openings.map { [$0] } ?? []) { $0.write(list: $1) { $0.write($1) } }
        }
        return writer.bytes
    }

    init?(code: UInt8, packed bytes: Span<UInt8>) {
        var reader = PackedReader(bytes)
        switch code {
        case 0:
            guard let search = UserSearch(packed: bytes) else { return nil }
            self = .searched(search)
            return
        case Self.openedCode: self = .opened(reader.itemID(), since: reader.list { $0.instant() }.last)
        case Self.forgottenCode: self = .forgotten(openings: reader.list { $0.list { $0.int64() } }.last)
        case 3: self = .saved(reader.itemID())
        case 4: self = .unsaved(reader.itemID())
        case 5: self = .dismissed(reader.itemID())
        case 6: self = .restored(reader.itemID())
        case 7: self = .dismissedWidget(reader.widgetID(), until: reader.instant())
        case 8: self = .restoredWidget(reader.widgetID())
        case 9:
            let segment = reader.text()
            self = .arranged(reader.arrangement(), segment: segment)
        default: return nil
        }
        guard reader.isComplete else { return nil }
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
        writer.write(list: filter.attributes.sorted { $0.key < $1.key }) {
            $0.write($1.key)
            $0.write($1.value)
        }
        return writer.bytes
    }

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
        for (name, condition) in reader.list({ ($0.text(), $0.condition()) }) { filter.attributes[name] = condition }
        guard reader.isComplete else { return nil }
        self.init(kind: kind, filter: filter)
    }
}

extension PackedWriter {
    mutating func write(_ id: CatalogueItem.ID) {
        write(id.kind)
        write(id.id)
    }

    mutating func write(_ widget: WidgetID) {
        write(widget.segment)
        write(widget.widget)
    }

    mutating func write<Element>(
        list elements: some Collection<Element>,
        _ write: (inout PackedWriter, Element) -> Void
    ) {
        self.write(count: elements.count)
        for element in elements { write(&self, element) }
    }

    fileprivate mutating func write(_ arrangement: WidgetArrangement) {
        for list in [arrangement.hidden, arrangement.pinned, arrangement.order] {
            write(list: list) { $0.write($1) }
        }
    }

    fileprivate mutating func write(_ condition: AttributeCondition) {
        switch condition {
        case .range(let range):
            write(0 as UInt8)
            write(range.min ?? .nan)
            write(range.max ?? .nan)
        case .anyOf(let texts):
            write(1 as UInt8)
            write(list: texts.sorted()) { $0.write($1) }
        case .flag(let flag):
            write(2 as UInt8)
            write(flag ? 1 as UInt8 : 0)
        }
    }
}

extension PackedReader {
    mutating func itemID() -> CatalogueItem.ID { CatalogueItem.ID(kind: text(), id: text()) }

    mutating func widgetID() -> WidgetID { WidgetID(segment: text(), widget: text()) }

    mutating func list<Element>(_ read: (inout PackedReader) -> Element) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<elementCount() where !isMalformed { elements.append(read(&self)) }
        return elements
    }

    fileprivate mutating func recentItems() -> RecentList<CatalogueItem.ID> {
        let items = list { (id: $0.itemID(), at: $0.instant()) }
        return RecentList(items.map(\.id), at: items.map(\.at))
    }

    fileprivate mutating func arrangement() -> WidgetArrangement {
        WidgetArrangement(hidden: list { $0.text() }, pinned: list { $0.text() }, order: list { $0.text() })
    }

    fileprivate mutating func condition() -> AttributeCondition? {
        switch byte() {
        case 0:
            let (min, max) = (double(), double())
            return .range(ClosedInterval(min: min.isNaN ? nil : min, max: max.isNaN ? nil : max))
        case 1:
            return .anyOf(Set(list { $0.text() }))
        case 2: return .flag(byte() != 0)
        default:
            fail()
            return nil
        }
    }
}
