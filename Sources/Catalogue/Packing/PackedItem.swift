import Bytes

/// A catalogue item in the format of both engines and of snapshots.
///
/// Equal items with equal positions have equal bytes. Fixed fields come first, at the offsets of ``Layout``, so that a
/// snapshot fills its columns without reading the rest:
///
/// | bytes | value |
/// | --- | --- |
/// | 0 | format version, 1 |
/// | 1 | ``ItemStatus/rawValue`` |
/// | 2–4 | currency, three ASCII letters; zeros for none |
/// | 5 | flags: 1 if the item renames its brand, 2 if it keeps its first listing time, 4 if it has a history, |
/// | | 8 if it has a placeholder, 16 if it has a start, 32 if it has a sale |
/// | 6–7 | zeros |
/// | 8–15 | position in the order of arrival |
/// | 16–23 | listed at, Unix seconds |
/// | 24–31 | expires at, Unix seconds; the greatest integer for none |
/// | 32–39 | price, minor units; the least integer for none; in a snapshot, that of a sale while it lasts |
/// | 40–47 | previous price, likewise |
/// | 48–63 | latitude and longitude, degrees; NaN for none |
/// | 64… | kind, id, market, brand id, brand name, category, title, subtitle, address, href; |
/// | | images; collections, each with its position in it; attributes by name |
/// | next 3 | with a placeholder: red, green, blue |
/// | next 8 | with a start: starts at, Unix seconds |
/// | next 40 | with a sale: the price and the previous price without it; its price, beginning and end |
/// | last 24 | with a history: price before it fell, when it fell, when it was available again |
public struct PackedItem: Hashable, Sendable {
    public var item: CatalogueItem
    var arrival: Int64
    /// The position in each collection, in the order of ``CatalogueItem/collections``.
    var collectionArrivals: [Int64]
    var history: ItemHistory

    public init(item: CatalogueItem, arrival: Int64, collectionArrivals: [Int64], history: ItemHistory = .none) {
        self.history = history
        self.item = item
        self.arrival = arrival
        self.collectionArrivals = collectionArrivals
    }

    /// The item that replaces `previous`, the stored item of the same id, if any: it keeps its positions, and takes
    /// new ones from `nextArrival`. Repeated collections count once.
    public init(_ item: CatalogueItem, succeeding previous: PackedItem?, nextArrival: inout Int64, at now: Instant) {
        var item = item
        if item.keepsListedAt, let previous, previous.item.listedAt != 0 { item.listedAt = previous.item.listedAt }
        var seen: Set<String> = []
        item.collections.removeAll { !seen.insert($0).inserted }
        func takeNext() -> Int64 {
            defer { nextArrival += 1 }
            return nextArrival
        }
        let arrival = previous?.arrival ?? takeNext()
        let collectionArrivals = item.collections.map { collection in
            previous?.arrival(in: collection) ?? takeNext()
        }
        var history = previous?.history ?? .none
        if let previous { history.add(item, after: previous.item, at: now) }
        self.init(item: item, arrival: arrival, collectionArrivals: collectionArrivals, history: history)
    }

    private func arrival(in collection: String) -> Int64? {
        item.collections.firstIndex(of: collection).map { collectionArrivals[$0] }
    }

    enum Layout {
        static let version = 0
        static let status = 1
        static let currency = 2
        static let flags = 5
        static let arrival = 8
        static let listedAt = 16
        static let expiresAt = 24
        static let price = 32
        static let place = 48
        static let texts = 64
    }

    static let formatVersion: UInt8 = 1
    static let renamesBrand: UInt8 = 1
    static let keepsListedAt: UInt8 = 2
    static let hasHistory: UInt8 = 4
    static let hasPlaceholder: UInt8 = 8
    static let hasStart: UInt8 = 16
    static let hasSale: UInt8 = 32
    static let historyLength = 24
    /// The length of a sale with the prices without it, in bytes.
    static let saleLength = 40
    static let noPrice = Int64.min

    public var bytes: [UInt8] {
        var writer = PackedWriter()
        writer.write(Self.formatVersion)
        writer.write(item.status.rawValue)
        let currency = Array((item.price?.currency ?? "").utf8.prefix(3))
        for index in 0..<3 { writer.write(index < currency.count ? currency[index] : 0) }
        var flags: UInt8 = 0
        if item.renamesBrand { flags |= Self.renamesBrand }
        if item.keepsListedAt { flags |= Self.keepsListedAt }
        if history != .none { flags |= Self.hasHistory }
        if item.placeholder != nil { flags |= Self.hasPlaceholder }
        if item.startsAt != nil { flags |= Self.hasStart }
        if item.sale != nil { flags |= Self.hasSale }
        writer.write(flags)
        writer.bytes += [0, 0]
        writer.write(arrival)
        writer.write(item.listedAt)
        writer.write(item.expiresAt ?? .distantFuture)
        writer.write(item.price?.amount ?? Self.noPrice)
        writer.write(item.previousPrice ?? Self.noPrice)
        writer.write(item.place?.latitude ?? .nan)
        writer.write(item.place?.longitude ?? .nan)
        writer.write(item.id.kind)
        writer.write(item.id.id)
        writer.write(optional: item.market)
        writer.write(optional: item.brand?.id)
        writer.write(optional: item.brand?.name)
        writer.write(optional: item.category)
        writer.write(item.title)
        writer.write(optional: item.subtitle)
        writer.write(optional: item.address)
        writer.write(optional: item.href)
        writer.write(list: item.images) { $0.write($1) }
        writer.write(list: Array(zip(item.collections, collectionArrivals))) {
            $0.write($1.0)
            $0.write($1.1)
        }
        writer.write(list: item.attributes.sorted { $0.key < $1.key }) {
            $0.write($1.key)
            $0.write($1.value)
        }
        if let color = item.placeholder { writer.bytes += [color.red, color.green, color.blue] }
        if let startsAt = item.startsAt { writer.write(startsAt) }
        if let sale = item.sale {
            writer.write(item.price?.amount ?? Self.noPrice)
            writer.write(item.previousPrice ?? Self.noPrice)
            writer.write(sale.price)
            writer.write(sale.from)
            writer.write(sale.until)
        }
        if history != .none {
            writer.write(history.wasPrice ?? Self.noPrice)
            writer.write(history.priceFellAt)
            writer.write(history.restockedAt)
        }
        return writer.bytes
    }

    public init?(_ bytes: Span<UInt8>) {
        guard Self.isWellFormed(bytes), let status = ItemStatus(rawValue: bytes[Layout.status]) else { return nil }
        var reader = PackedReader(bytes, from: Layout.arrival)
        let arrival = reader.int64()
        let (listedAt, expiresAt) = (reader.instant(), reader.instant())
        var (amount, previous) = (reader.int64(), reader.int64())
        let place = Coordinate(latitude: reader.double(), longitude: reader.double())
        var item = CatalogueItem(id: CatalogueItem.ID(kind: reader.text(), id: reader.text()), title: "")
        item.status = status
        item.renamesBrand = Self.has(Self.renamesBrand, in: bytes)
        item.keepsListedAt = Self.has(Self.keepsListedAt, in: bytes)
        item.listedAt = listedAt
        item.expiresAt = expiresAt == .distantFuture ? nil : expiresAt
        item.place = place
        item.market = reader.optionalText()
        let (brandID, brandName) = (reader.optionalText(), reader.text())
        item.brand = brandID.map { Brand(id: $0, name: brandName) }
        item.category = reader.optionalText()
        item.title = reader.text()
        item.subtitle = reader.optionalText()
        item.address = reader.optionalText()
        item.href = reader.optionalText()
        item.images = reader.list { $0.text() }
        let collections = reader.list { (name: $0.text(), arrival: $0.int64()) }
        item.collections = collections.map(\.name)
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            let name = reader.text()
            item.attributes[name] = reader.viewedValue().map { AttributeValue($0, in: bytes) }
        }
        if Self.has(Self.hasPlaceholder, in: bytes) { item.placeholder = reader.color() }
        if Self.has(Self.hasStart, in: bytes) { item.startsAt = reader.instant() }
        if Self.has(Self.hasSale, in: bytes) {
            (amount, previous) = (reader.int64(), reader.int64())
            item.sale = Sale(price: reader.int64(), from: reader.instant(), until: reader.instant())
        }
        if amount != Self.noPrice {
            let letters = (Layout.currency..<Layout.flags).map { bytes[$0] }.filter { $0 != 0 }
            item.price = Money(amount: amount, currency: String(decoding: letters, as: UTF8.self))
        }
        item.previousPrice = previous == Self.noPrice ? nil : previous
        let history = Self.has(Self.hasHistory, in: bytes) ? reader.history() : .none
        guard reader.isComplete else { return nil }
        self.init(item: item, arrival: arrival, collectionArrivals: collections.map(\.arrival), history: history)
    }
}

extension PackedWriter {
    mutating func write(_ value: AttributeValue) {
        switch value {
        case .number(let number):
            write(0 as UInt8)
            write(number)
        case .money(let money):
            write(1 as UInt8)
            write(money.amount)
            write(money.currency)
        case .text(let text):
            write(2 as UInt8)
            write(text)
        case .flag(let flag):
            write(3 as UInt8)
            write(flag ? 1 as UInt8 : 0)
        case .instant(let instant):
            write(4 as UInt8)
            write(instant)
        }
    }
}
