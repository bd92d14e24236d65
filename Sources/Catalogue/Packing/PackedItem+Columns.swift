import Bytes

extension PackedItem {
    struct Columns {
        let status: UInt8
        let arrival: Int64
        /// The start, if that is later: an item is new when it appears.
        let listedAt: Int64
        /// `nil` for at once.
        let startsAt: Int64?
        let expiresAt: Int64
        let price: Int64
        let latitude: Double
        let longitude: Double

        /// Reads an item that ``PackedItem/isWellFormed(_:)``.
        init(_ bytes: Span<UInt8>) {
            var reader = PackedReader(bytes, from: Layout.arrival)
            status = bytes[Layout.status]
            arrival = reader.int64()
            startsAt = PackedItem.startsAt(in: bytes)
            listedAt = max(reader.int64(), startsAt ?? .min)
            expiresAt = reader.int64()
            price = reader.int64()
            _ = reader.int64()
            latitude = reader.double()
            longitude = reader.double()
        }
    }

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
        let flags = bytes[Layout.flags]
        let end = bytes.count - (flags & hasSale != 0 ? saleLength : 0) - (flags & hasHistory != 0 ? historyLength : 0)
        var hasher = RevisionHasher()
        hasher.combine(flags & hasStart != 0)
        hasher.combine(bytes: bytes.extracting(Layout.arrival..<Layout.price))
        hasher.combine(bytes: bytes.extracting(Layout.place..<max(end, Layout.place)))
        let lasting = UInt32(truncatingIfNeeded: hasher.finish().rawValue)
        hasher.combine(bytes: bytes.extracting(..<Layout.arrival))
        hasher.combine(bytes: bytes.extracting(Layout.price..<Layout.place))
        hasher.combine(bytes: bytes.extracting(max(end, Layout.place)...))
        return (lasting, hasher.finish().rawValue)
    }

    @_lifetime(copy bytes)
    static func kindBytes(in bytes: Span<UInt8>) -> Span<UInt8> { textBytes(0, in: bytes) }

    @_lifetime(copy bytes)
    static func idBytes(in bytes: Span<UInt8>) -> Span<UInt8> { textBytes(1, in: bytes) }

    @_lifetime(copy bytes)
    static func marketBytes(in bytes: Span<UInt8>) -> Span<UInt8> { textBytes(2, in: bytes) }

    @_lifetime(copy bytes)
    static func titleBytes(in bytes: Span<UInt8>) -> Span<UInt8> { textBytes(6, in: bytes) }

    static func renamesBrand(in bytes: Span<UInt8>) -> Bool { bytes[Layout.flags] & renamesBrand != 0 }

    static func brandName(in bytes: Span<UInt8>) -> String { textBytes(4, in: bytes).text }

    /// The text at an index, from 0 on, among the texts of every item; empty for none.
    @_lifetime(copy bytes)
    private static func textBytes(_ index: Int, in bytes: Span<UInt8>) -> Span<UInt8> {
        var reader = PackedReader(bytes, from: Layout.texts)
        for _ in 0..<index { reader.skipText() }
        return bytes.extracting(reader.range())
    }

    static func arrival(in bytes: Span<UInt8>) -> Int64 {
        var reader = PackedReader(bytes, from: Layout.arrival)
        return reader.int64()
    }
}
