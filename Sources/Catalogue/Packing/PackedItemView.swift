import Bytes

/// A ``PackedItem`` that is read in place, without copies of its texts.
public struct PackedItemView: ~Escapable {
    private let bytes: Span<UInt8>
    /// The starts and ends of the texts. A vector is not copied to read a number of it, unlike an `InlineArray`.
    private let starts, ends: SIMD16<UInt32>
    /// More than the bytes of all texts but those of images and collections.
    public let textLength: Int
    private let imagesStart: Int
    public let imageCount: Int
    public let price: Money?
    /// The price before a reduction, in the currency of ``price``; `nil` if it is not higher than that.
    public let previousPrice: Money?
    public let place: Coordinate?
    public let listedAt: Instant
    public let startsAt: Instant?
    public let expiresAt: Instant?
    public let placeholder: RGBColor?
    /// The values of the attributes, in their order; `nil` if missing or of another type.
    public let values: [Value?]

    /// The texts in the order of the format.
    public enum Text: Int, Sendable {
        case kind, id, market, brand, brandName, category, title, subtitle, address, href

        fileprivate static let count = 10
    }

    public enum Value {
        case number(Double)
        /// Minor units, and the text of the currency.
        case money(Int64, currency: Range<Int>)
        case text(Range<Int>)
        case flag(Bool)
        case instant(Instant)
    }

    /// Reads an item with the values of some attributes; `nil` for malformed bytes.
    @_lifetime(copy bytes)
    public init?(_ bytes: Span<UInt8>, _ attributes: [Attribute] = []) {
        guard PackedItem.isWellFormed(bytes) else { return nil }
        var reader = PackedReader(bytes, from: PackedItem.Layout.listedAt)
        listedAt = reader.instant()
        let expiresAt = reader.instant()
        let (amount, previous) = (reader.int64(), reader.int64())
        place = Coordinate(latitude: reader.double(), longitude: reader.double())
        var (starts, ends, length) = (SIMD16<UInt32>(), SIMD16<UInt32>(), 0)
        for index in 0..<Text.count {
            let range = reader.range()
            (starts[index], ends[index]) = (UInt32(range.lowerBound), UInt32(range.upperBound))
            length += range.count
        }
        let textsEnd = reader.offset
        imageCount = reader.elementCount()
        imagesStart = reader.offset
        for _ in 0..<imageCount where !reader.isMalformed { reader.skipText() }
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            reader.skipText()
            _ = reader.int64()
        }
        textLength = textsEnd + bytes.count - reader.offset
        var values = [Value?](repeating: nil, count: attributes.count)
        for _ in 0..<reader.elementCount() where !reader.isMalformed {
            let name = bytes.extracting(reader.range())
            guard let value = reader.viewedValue() else { continue }
            for index in attributes.indices where attributes[index].name.utf8.count == name.count {
                if !name.equals(attributes[index].name.utf8.span) { continue }
                if Self.matches(value, attributes[index].type, bytes) { values[index] = value }
                break
            }
        }
        placeholder = PackedItem.has(PackedItem.hasPlaceholder, in: bytes) ? reader.color() : nil
        startsAt = PackedItem.has(PackedItem.hasStart, in: bytes) ? reader.instant() : nil
        guard !reader.isMalformed, reader.offset == PackedItem.saleOffset(in: bytes) else { return nil }
        // Lengths of one byte are characters, so that texts between them are valid if all of it is.
        let texts = PackedItem.Layout.texts..<textsEnd
        if texts.count > length + Text.count || !bytes.isUTF8(texts) {
            for index in 0..<Text.count where !bytes.isUTF8(Int(starts[index])..<Int(ends[index])) { return nil }
        }
        self.bytes = bytes
        (self.starts, self.ends, self.values) = (starts, ends, values)
        self.expiresAt = expiresAt == .distantFuture ? nil : expiresAt
        if amount == PackedItem.noPrice {
            (price, previousPrice) = (nil, nil)
        } else {
            let currency = bytes.extracting(PackedItem.Layout.currency..<PackedItem.Layout.flags).text
            price = Money(amount: amount, currency: currency)
            previousPrice = previous > amount ? Money(amount: previous, currency: currency) : nil
        }
    }

    /// A text in UTF-8; empty if the item does not have it.
    @_lifetime(copy self)
    public func text(_ text: Text) -> Span<UInt8> {
        bytes.extracting(Int(starts[text.rawValue])..<Int(ends[text.rawValue]))
    }

    /// Calls `body` with the URL of an image: of the best one for 0. Bytes that are no UTF-8 are replaced.
    public func withImage<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        var reader = PackedReader(bytes, from: imagesStart)
        for _ in 0..<index { reader.skipText() }
        let range = reader.range()
        return bytes.isUTF8(range)
            ? body(bytes.extracting(range)) : body(bytes.extracting(range).text.utf8.span)
    }

    @_lifetime(copy self)
    public func text(in range: Range<Int>) -> Span<UInt8> { bytes.extracting(range) }

    private static func matches(_ value: Value, _ type: AttributeType, _ bytes: Span<UInt8>) -> Bool {
        switch (value, type) {
        case (.number, .number), (.flag, .flag), (.instant, .instant): true
        case (.money(_, let currency), .money): bytes.isUTF8(currency)
        case (.text(let range), .text(let values)):
            bytes.isUTF8(range) && (values.isEmpty || values.contains { bytes.extracting(range).equals($0.utf8.span) })
        default: false
        }
    }
}

extension AttributeValue {
    init(_ value: PackedItemView.Value, in bytes: Span<UInt8>) {
        switch value {
        case .number(let number): self = .number(number)
        case .money(let amount, let currency):
            self = .money(Money(amount: amount, currency: bytes.extracting(currency).text))
        case .text(let text): self = .text(bytes.extracting(text).text)
        case .flag(let flag): self = .flag(flag)
        case .instant(let instant): self = .instant(instant)
        }
    }
}

extension PackedReader {
    mutating func color() -> RGBColor { RGBColor(red: byte(), green: byte(), blue: byte()) }

    mutating func history() -> ItemHistory {
        let price = int64()
        let wasPrice = price == PackedItem.noPrice ? nil : price
        return ItemHistory(wasPrice: wasPrice, priceFellAt: instant(), restockedAt: instant())
    }

    mutating func viewedValue() -> PackedItemView.Value? {
        switch byte() {
        case 0: return .number(double())
        case 1: return .money(int64(), currency: range())
        case 2: return .text(range())
        case 3: return .flag(byte() != 0)
        case 4: return .instant(instant())
        default:
            fail()
            return nil
        }
    }
}
