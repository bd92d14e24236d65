import Bytes
import Localization

/// A price that fell.
public struct PriceDrop: Sendable {
    /// An amount of money.
    public struct Amount: Sendable {
        let minorUnits: Int64
        let formatted: [UInt8]

        /// An amount in minor units, and its text in UTF-8.
        public init(_ minorUnits: Int64, formatted: [UInt8]) {
            self.minorUnits = minorUnits
            self.formatted = formatted
        }
    }

    let from: Amount
    let to: Amount
    let currency: String
    let isPersonal: Bool

    /// - Parameters:
    ///   - from: The price before.
    ///   - to: The price now, which is less.
    ///   - currency: ISO 4217.
    ///   - isPersonal: Whether the user saw the price before.
    public init(from: Amount, to: Amount, currency: String, isPersonal: Bool) {
        self.from = from
        self.to = to
        self.currency = currency
        self.isPersonal = isPersonal
    }

    /// The fall in percent of the price before, rounded down, 0…100; 0 reads as "less than 1%".
    var percent: Int {
        let difference = Double(from.minorUnits - to.minorUnits) / Double(max(1, from.minorUnits))
        return Int(min(max(difference, 0), 1) * 100)
    }
}

/// The falls of prices in a widget, see ``ItemMarks/priceDrop``. Flat, so that writing one counts no references.
struct PriceDropTable: Sendable {
    struct Entry: Sendable {
        /// The range of the member's value, a JSON object, in the table's bytes.
        let json: Range<Int>
        /// The range of the text, which is escaped for JSON.
        let text: Range<Int>
        let revision: Revision
    }

    private(set) var entries: [Entry] = []
    private(set) var bytes: [UInt8] = []

    mutating func add(_ drop: PriceDrop, _ localizer: Localizer) {
        var writer = JSONWriter(capacity: 256)
        writer.object {
            $0.object("from") { $0.members(of: drop.from, drop.currency) }
            $0.object("to") { $0.members(of: drop.to, drop.currency) }
            $0.member("percent", drop.percent)
            $0.member("seen", drop.isPersonal)
        }
        let start = bytes.count
        bytes += writer.bytes.dropLast()
        bytes += ",\"text\":\"".utf8
        let textStart = bytes.count
        bytes.append(addingCapacity: localizer.maximumLength) {
            localizer.write(drop.isPersonal ? .cheaperThanSeen : .cheaper, .percent(drop.percent), to: &$0)
        }
        let textEnd = bytes.count
        bytes += "\"}".utf8
        let json = start..<bytes.count
        let revision = Revision { $0.combine(bytes: bytes.span.extracting(json)) }
        entries.append(Entry(json: json, text: textStart..<textEnd, revision: revision))
    }
}

extension JSONWriter {
    fileprivate mutating func members(of amount: PriceDrop.Amount, _ currency: String) {
        member("amount", Int(amount.minorUnits))
        member("currency", currency)
        member("formatted", utf8: amount.formatted.span)
    }
}
