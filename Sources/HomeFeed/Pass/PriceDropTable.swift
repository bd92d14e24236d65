import Bytes
import Catalogue
import Localization

struct PriceDrop: Sendable {
    /// In minor units.
    let before: Int64
    /// Less than ``before``.
    let now: Int64
    /// ISO 4217.
    let currency: String
    /// Whether the user saw the earlier price.
    let isPersonal: Bool

    /// The fall in percent of the price before, rounded down, 0…100; 0 reads as "less than 1%".
    var percent: Int {
        let difference = Double(before - now) / Double(max(1, before))
        return Int(min(max(difference, 0), 1) * 100)
    }
}

/// The falls of prices of a pass's items, see ``Mark/priceDrop``. Flat, so that writing one counts no references.
struct PriceDropTable: Sendable {
    struct Entry: Sendable {
        /// A JSON object in ``PriceDropTable/bytes``.
        let json: Range<Int>
        /// In ``PriceDropTable/bytes``, escaped for JSON.
        let text: Range<Int>
        let revision: Revision
    }

    private(set) var entries: [Entry] = []
    private(set) var bytes: [UInt8] = []

    var maximumLength: Int { entries.reduce(0) { max($0, $1.json.count) } }

    /// - Returns: The index for ``Mark/priceDrop``.
    mutating func add(_ drop: PriceDrop, _ localizer: Localizer) -> Int {
        let start = bytes.count
        bytes.append(addingCapacity: 2 * (MoneyFormat.maximumLength + 128)) {
            for (key, amount) in [("{\"from\":", drop.before), (",\"to\":", drop.now)] as [(StaticString, Int64)] {
                let money = Money(amount: amount, currency: drop.currency)
                $0.append(key)
                $0.append(money) { localizer.write(money, to: &$0) }
            }
            $0.append(",\"percent\":")
            $0.append(decimal: drop.percent)
            $0.append(drop.isPersonal ? ",\"seen\":true,\"text\":\"" : ",\"seen\":false,\"text\":\"")
        }
        let textStart = bytes.count
        bytes.append(addingCapacity: localizer.maximumLength) {
            localizer.write(drop.isPersonal ? .cheaperThanSeen : .cheaper, .percent(drop.percent), to: &$0)
        }
        let textEnd = bytes.count
        bytes += "\"}".utf8
        let json = start..<bytes.count
        let revision = Revision { $0.combine(bytes: bytes.span.extracting(json)) }
        entries.append(Entry(json: json, text: textStart..<textEnd, revision: revision))
        return entries.count - 1
    }
}
