import Bytes
import Catalogue
import Localization

/// The opened items and brands because of which items are recommended, see ``Mark/subject``. Flat, so that writing
/// one counts no references.
struct SubjectTable: Sendable {
    struct Entry: Sendable {
        /// In ``SubjectTable/bytes``; empty for a brand.
        let id: Range<Int>
        /// The title or name in ``SubjectTable/bytes``, escaped for JSON.
        let name: Range<Int>
        let hash: UInt64
        let revision: Revision
    }

    private(set) var entries: [Entry] = []
    private(set) var bytes: [UInt8] = []
    /// Of the document; names of the other direction are isolated.
    let direction: Localizer.Direction

    /// The most bytes that an item writes of a subject: its id, and its name three times.
    var maximumLength: Int { entries.reduce(0) { max($0, $1.id.count + 3 * $1.name.count) } }

    func index(of hash: UInt64) -> Int? { entries.firstIndex { $0.hash == hash } }

    /// - Parameter id: Needs no escaping; empty for a brand.
    /// - Returns: The index for ``Mark/subject``.
    mutating func add(_ hash: UInt64, id: String = "", name: Span<UInt8>) -> Int {
        if entries.isEmpty {
            entries.reserveCapacity(8)
            bytes.reserveCapacity(512)
        }
        let start = bytes.count
        bytes += id.utf8
        let nameStart = bytes.count
        bytes.append(addingCapacity: 6 * (name.count + 1)) {
            let start = $0.count
            $0.append(copying: name)
            $0.isolate(from: start, in: direction)
            $0.escapeJSON(from: start)
        }
        let revision = Revision {
            $0.combine(id)
            $0.combine(bytes: name)
        }
        entries.append(Entry(id: start..<nameStart, name: nameStart..<bytes.count, hash: hash, revision: revision))
        return entries.count - 1
    }

    /// Adds the item if it is missing; `nil` if it is not in the catalogue.
    mutating func index(of id: CatalogueItem.ID, in snapshot: CatalogueSnapshot) -> Int? {
        let hash = id.hash
        if let known = index(of: hash) { return known }
        guard let row = snapshot.row(of: id), let title = snapshot.title(of: row) else { return nil }
        return add(hash, id: id.description, name: title)
    }

    /// Adds the brand, an index in the snapshot, if it is missing.
    mutating func index(ofBrand brand: Int, in snapshot: CatalogueSnapshot) -> Int {
        let hash = snapshot.identity(ofBrand: brand).idHash
        return index(of: hash) ?? add(hash, name: snapshot.brands[brand].name.utf8Span.span)
    }
}
