import Bytes

/// A ``PackedItem`` that is read in place, without copies of its texts.
public struct PackedItemView: ~Escapable {
    private let bytes: Span<UInt8>
    private var ranges = InlineArray<10, Range<Int>>(repeating: 0..<0)
    private let imagesStart: Int
    private let attributesStart: Int
    public let price: Money?
    /// The price before a reduction, in the currency of ``price``; `nil` if it is not higher than that.
    public let previousPrice: Money?
    public let place: Coordinate?
    /// The listing time, in Unix seconds (UTC); 0 if unknown.
    public let listedAt: Int64
    /// When the offer begins, in Unix seconds (UTC), if not at once.
    public let startsAt: Int64?
    /// The end of the offer, in Unix seconds (UTC), if any.
    public let expiresAt: Int64?
    /// The colour in the place of its images, if any.
    public let placeholder: RGBColor?

    /// The texts in the order of the format.
    public enum Text: Int, Sendable {
        case kind, id, market, brand, brandName, category, title, subtitle, address, href
    }

    public enum Value {
        case number(Double)
        /// Minor units, and the text of the currency.
        case money(Int64, currency: Range<Int>)
        /// See ``PackedItemView/text(in:)``.
        case text(Range<Int>)
        case flag(Bool)
        /// Unix seconds (UTC).
        case instant(Int64)
    }

    /// `nil` for malformed bytes.
    @_lifetime(copy bytes)
    public init?(_ bytes: Span<UInt8>) {
        guard PackedItem.isWellFormed(bytes) else { return nil }
        self.bytes = bytes
        var reader = PackedReader(bytes, from: PackedItem.Layout.listedAt)
        listedAt = reader.int64()
        let expiresAt = reader.int64()
        self.expiresAt = expiresAt == PackedItem.noExpiry ? nil : expiresAt
        let letters = PackedItem.Layout.currency..<PackedItem.Layout.flags
        func money(_ amount: Int64) -> Money? {
            amount == PackedItem.noPrice ? nil : Money(amount: amount, currency: bytes.extracting(letters).text)
        }
        let (price, previous) = (money(reader.int64()), money(reader.int64()))
        self.price = price
        previousPrice = if let price, let previous, previous.amount > price.amount { previous } else { nil }
        place = Coordinate(latitude: reader.double(), longitude: reader.double())
        for index in ranges.indices { ranges[index] = reader.range() }
        imagesStart = reader.offset
        for _ in 0..<reader.elementCount() where !reader.isMalformed { reader.skipText() }
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            reader.skipText()
            _ = reader.int64()
        }
        attributesStart = reader.offset
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            reader.skipText()
            _ = reader.viewedValue()
        }
        let hasPlaceholder = bytes[PackedItem.Layout.flags] & PackedItem.hasPlaceholder != 0
        placeholder = hasPlaceholder ? reader.color() : nil
        startsAt = bytes[PackedItem.Layout.flags] & PackedItem.hasStart != 0 ? reader.int64() : nil
        if PackedItem.hasSale(in: bytes) { for _ in 0..<5 { _ = reader.int64() } }
        if PackedItem.history(in: bytes) != nil { _ = reader.history() }
        guard !reader.isMalformed, reader.isAtEnd else { return nil }
        for index in ranges.indices where !isValid(ranges[index]) { return nil }
    }

    private func isValid(_ range: Range<Int>) -> Bool { (try? UTF8Span(validating: bytes.extracting(range))) != nil }

    /// A text in UTF-8; empty if the item does not have it.
    @_lifetime(copy self)
    public func text(_ text: Text) -> Span<UInt8> { bytes.extracting(ranges[text.rawValue]) }

    /// The URLs of the images, the best first. Bytes that are no UTF-8 are replaced.
    public var images: [String] {
        var reader = PackedReader(bytes, from: imagesStart)
        return (0..<reader.count()).map { _ in reader.text() }
    }

    /// The text in a range of ``Value``.
    @_lifetime(copy self)
    public func text(in range: Range<Int>) -> Span<UInt8> { bytes.extracting(range) }

    /// The values of attributes, in their order; `nil` if missing or of another type.
    public func values(of attributes: [Attribute]) -> [Value?] {
        var values = [Value?](repeating: nil, count: attributes.count)
        var reader = PackedReader(bytes, from: attributesStart)
        for _ in 0..<reader.count() {
            let name = bytes.extracting(reader.range())
            guard let value = reader.viewedValue() else { continue }
            for index in attributes.indices where name.equals(attributes[index].name.utf8.span) {
                if matches(value, attributes[index].type) { values[index] = value }
            }
        }
        return values
    }

    private func matches(_ value: Value, _ type: AttributeType) -> Bool {
        switch (value, type) {
        case (.number, .number), (.flag, .flag), (.instant, .instant): true
        case (.money(_, let currency), .money): isValid(currency)
        case (.text(let range), .text(let values)):
            isValid(range) && (values.isEmpty || values.contains { bytes.extracting(range).equals($0.utf8.span) })
        default: false
        }
    }
}

extension PackedReader {
    mutating func viewedValue() -> PackedItemView.Value? {
        switch byte() {
        case 0: return .number(double())
        case 1: return .money(int64(), currency: range())
        case 2: return .text(range())
        case 3: return .flag(byte() != 0)
        case 4: return .instant(int64())
        default:
            fail()
            return nil
        }
    }
}
