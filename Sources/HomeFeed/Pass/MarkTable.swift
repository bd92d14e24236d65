import Bytes
import Catalogue
import Localization

/// What the marks of a pass's items name by index: ``Mark/subject`` and ``Mark/priceDrop``. Flat, so that writing one
/// counts no references.
struct MarkTable: Sendable {
    struct Entry: Sendable {
        /// In ``MarkTable/bytes``: the subject's id, empty for a brand; the price drop as a JSON object.
        let json: Range<Int>
        /// In ``MarkTable/bytes``, escaped for JSON: the subject's title or name; the price drop's text.
        let text: Range<Int>
        /// `nil` for a price drop.
        let hash: UInt64?
        let revision: Revision
    }

    private(set) var entries: [Entry] = []
    private(set) var bytes: [UInt8] = []
    let localizer: Localizer

    init(_ localizer: Localizer) { self.localizer = localizer }

    // MARK: Subjects

    /// The opened item because of which others are recommended, added if it is missing; `nil` if it is not in the
    /// catalogue.
    mutating func index(of id: CatalogueItem.ID, in snapshot: CatalogueSnapshot) -> Int? {
        let hash = id.hash
        if let known = index(of: hash) { return known }
        guard let row = snapshot.row(of: id), let title = snapshot.title(of: row) else { return nil }
        return add(hash, id: id.description, name: title)
    }

    /// The brand, an index in the snapshot, added if it is missing. Its name is isolated if it has another direction
    /// than the document.
    mutating func index(ofBrand brand: Int, in snapshot: CatalogueSnapshot) -> Int {
        let hash = snapshot.identity(ofBrand: brand).idHash
        return index(of: hash) ?? add(hash, name: snapshot.brands[brand].name.utf8Span.span)
    }

    func index(of hash: UInt64) -> Int? { entries.firstIndex { $0.hash == hash } }

    /// - Parameter id: Needs no escaping; empty for a brand.
    mutating func add(_ hash: UInt64, id: String = "", name: Span<UInt8>) -> Int {
        reserveRoom()
        let start = bytes.count
        bytes += id.utf8
        let nameStart = bytes.count
        bytes.append(addingCapacity: 6 * (name.count + 1)) {
            let start = $0.count
            $0.append(copying: name)
            $0.isolate(from: start, in: localizer.direction)
            $0.escapeJSON(from: start)
        }
        let revision = Revision {
            $0.combine(id)
            $0.combine(bytes: name)
        }
        entries.append(Entry(json: start..<nameStart, text: nameStart..<bytes.count, hash: hash, revision: revision))
        return entries.count - 1
    }

    // MARK: Price drops

    /// - Parameters:
    ///   - now: Less than `before`, in the same currency.
    ///   - isPersonal: Whether the user saw the earlier price.
    mutating func add(priceBefore before: Money, _ now: Money, isPersonal: Bool) -> Int {
        reserveRoom()
        let difference = Double(before.amount - now.amount) / Double(max(1, before.amount))
        // Rounded down; 0 reads as "less than 1%".
        let percent = Int(min(max(difference, 0), 1) * 100)
        let start = bytes.count
        bytes.append(addingCapacity: 2 * (MoneyFormat.maximumLength + 128)) {
            $0.append("{\"from\":")
            $0.append(before) { localizer.write(before, to: &$0) }
            $0.append(",\"to\":")
            $0.append(now) { localizer.write(now, to: &$0) }
            $0.append(",\"percent\":")
            $0.append(decimal: percent)
            $0.append(isPersonal ? ",\"seen\":true,\"text\":\"" : ",\"seen\":false,\"text\":\"")
        }
        let textStart = bytes.count
        bytes.append(addingCapacity: localizer.maximumLength) {
            localizer.write(isPersonal ? .cheaperThanSeen : .cheaper, .percent(percent), to: &$0)
        }
        let text = textStart..<bytes.count
        bytes += "\"}".utf8
        let json = start..<bytes.count
        let revision = Revision { $0.combine(bytes: bytes.span.extracting(json)) }
        entries.append(Entry(json: json, text: text, hash: nil, revision: revision))
        return entries.count - 1
    }

    private mutating func reserveRoom() {
        if !entries.isEmpty { return }
        entries.reserveCapacity(8)
        bytes.reserveCapacity(512)
    }
}
