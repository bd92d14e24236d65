import Bytes

/// Fields of packed bytes that ``PackedItem/isWellFormed(_:)``, read without the others.
extension PackedItem {
    package struct Header {
        package let kind: String
        package let id: String
        /// Empty for none.
        package let market: String

        package init?(_ bytes: Span<UInt8>) {
            guard isWellFormed(bytes) else { return nil }
            var reader = PackedReader(bytes, from: Layout.texts)
            (kind, id, market) = (reader.text(), reader.text(), reader.text())
        }
    }

    /// Whether the fixed fields are valid: the format version, the status and the length.
    static func isWellFormed(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > Layout.texts && bytes[Layout.version] == formatVersion
            && ItemStatus(rawValue: bytes[Layout.status]) != nil
    }

    /// Hashes of a packed item: of all of it but its status, its prices and their history (`lasting`), and of all of it.
    static func hashes(of bytes: Span<UInt8>) -> (lasting: UInt32, content: UInt64) {
        let end = max(saleOffset(in: bytes), Layout.place)
        var hasher = RevisionHasher()
        hasher.combine(has(hasStart, in: bytes))
        hasher.combine(bytes: bytes.extracting(Layout.arrival..<Layout.price))
        hasher.combine(bytes: bytes.extracting(Layout.place..<end))
        let lasting = UInt32(truncatingIfNeeded: hasher.finish().rawValue)
        hasher.combine(bytes: bytes.extracting(..<Layout.arrival))
        hasher.combine(bytes: bytes.extracting(Layout.price..<Layout.place))
        hasher.combine(bytes: bytes.extracting(end...))
        return (lasting, hasher.finish().rawValue)
    }

    /// Where the sale, if any, and the history begin.
    static func saleOffset(in bytes: Span<UInt8>) -> Int {
        bytes.count - (has(hasSale, in: bytes) ? saleLength : 0) - (has(hasHistory, in: bytes) ? historyLength : 0)
    }

    static func history(in bytes: Span<UInt8>) -> ItemHistory? {
        guard has(hasHistory, in: bytes), bytes.count >= Layout.texts + historyLength else { return nil }
        var reader = PackedReader(bytes, from: bytes.count - historyLength)
        return reader.history()
    }

    static func startsAt(in bytes: Span<UInt8>) -> Instant? {
        let offset = saleOffset(in: bytes) - 8
        return has(hasStart, in: bytes) && offset >= Layout.texts
            ? Instant(seconds: number(at: offset, in: bytes)) : nil
    }

    static func has(_ flag: UInt8, in bytes: Span<UInt8>) -> Bool { bytes[Layout.flags] & flag != 0 }

    /// A text that every item has; empty for none.
    @_lifetime(copy bytes)
    static func text(_ text: PackedItemView.Text, in bytes: Span<UInt8>) -> Span<UInt8> {
        var reader = PackedReader(bytes, from: Layout.texts)
        for _ in 0..<text.rawValue { reader.skipText() }
        return bytes.extracting(reader.range())
    }

    /// Empty without a price.
    @_lifetime(copy bytes)
    static func currency(in bytes: Span<UInt8>) -> Span<UInt8> {
        let hasPrice = number(at: Layout.price, in: bytes) != noPrice
        return bytes.extracting(Layout.currency..<(hasPrice ? Layout.flags : Layout.currency))
    }

    static func arrival(in bytes: Span<UInt8>) -> Int64 { number(at: Layout.arrival, in: bytes) }

    /// Or the start, if that is later: an item is new when it appears.
    static func listedAt(in bytes: Span<UInt8>) -> Instant {
        max(Instant(seconds: number(at: Layout.listedAt, in: bytes)), startsAt(in: bytes) ?? .distantPast)
    }

    private static func number(at offset: Int, in bytes: Span<UInt8>) -> Int64 {
        var reader = PackedReader(bytes, from: offset)
        return reader.int64()
    }

    /// Packed bytes with the prices that hold at `now`: during a sale its price, and the usual one as the previous
    /// price.
    /// - Parameter bytes: Of an item that ``isWellFormed(_:)`` and has a sale.
    /// - Returns: Also when the prices change next; ``Instant/distantFuture`` for never.
    static func pricing(_ bytes: Span<UInt8>, at now: Instant) -> (bytes: [UInt8], until: Instant) {
        var reader = PackedReader(bytes, from: max(saleOffset(in: bytes), Layout.texts))
        let (price, previous) = (reader.int64(), reader.int64())
        let sale = Sale(price: reader.int64(), from: reader.instant(), until: reader.instant())
        let isOn = sale.from <= now && now < sale.until
        var writer = PackedWriter()
        writer.bytes += (0..<Layout.price).map { bytes[$0] }
        writer.write(isOn ? sale.price : price)
        writer.write(isOn ? price : previous)
        writer.bytes += (Layout.price + 16..<bytes.count).map { bytes[$0] }
        return (writer.bytes, now < sale.from ? sale.from : isOn ? sale.until : .distantFuture)
    }
}
