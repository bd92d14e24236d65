import Bytes
import Catalogue
import JSON

/// The items and brands to record: the candidates, and what the user's record names.
struct RecordedItemList {
    private(set) var rows: [ItemRow] = []
    /// Indexes of brands, in the order of the catalogue.
    private(set) var brands: [Int] = []

    init(_ loads: [RecordedLoad], _ context: FeedContext) {
        var seen = ItemRowSet()
        var seenBrands: Set<Int> = []
        func add(_ row: ItemRow) {
            guard seen.insert(row) else { return }
            rows.append(row)
            if let brand = context.snapshot.brand(of: row) { seenBrands.insert(brand) }
        }
        for candidate in loads.flatMap({ $0.candidates?.items ?? [] }) {
            switch candidate.content {
            case .item(let row): add(row)
            case .brand(let index): seenBrands.insert(index)
            case .card: break
            }
        }
        let record = context.record
        for id in record.opened + record.saved + record.seen.map(\.id) {
            if let row = context.snapshot.row(of: id) { add(row) }
        }
        brands = seenBrands.sorted()
    }
}

/// The catalogue of a recording: the items and brands that were recorded.
struct RecordedItems {
    let snapshot: CatalogueSnapshot
    private let brands: [String: Int]

    /// More memory than any recording needs, in bytes.
    private static let memoryLimit = 64 << 20

    /// Reads the members `items` and `brands`.
    /// - Parameter kinds: The kinds of a config; items of other kinds are left out.
    init?(reading object: inout CheckedObject, _ kinds: KindTable) {
        let brands = object.required("brands")?.array { $0.object { Brand(recorded: &$0) } }
        let items = object.required("items")?.array { $0.object { RecordedItem(reading: &$0) } }
        guard let brands, let items else { return nil }
        do throws(CatalogueMemoryError) {
            var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: Self.memoryLimit)
            for item in items { try builder.add(item.packed.span, openedBy: item.openedBy) }
            let version = ItemVersion(history: 0, number: 0)
            snapshot = try builder.snapshot(version: version).replacing(brands: brands)
        } catch {
            object.report("the items cannot be read: \(error)")
            return nil
        }
        self.brands = Dictionary(brands.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The item or the brand of this id, such as `listing:1`; `nil` if it was not recorded.
    func content(_ text: String) -> Candidate.Content? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let id = CatalogueItem.ID(kind: String(text[..<colon]), id: String(text[text.index(after: colon)...]))
        if let index = brands[id.id], snapshot.brands[index].itemID == id { return .brand(index) }
        return snapshot.row(of: id).map { .item($0) }
    }
}

private struct RecordedItem {
    let packed: [UInt8]
    let openedBy: UInt32

    init?(reading object: inout CheckedObject) {
        // For people.
        _ = (object.optional("id"), object.optional("title"))
        let openedBy = object.required("openedBy")?.integer(in: 0...Int64(UInt32.max))
        guard let packed = object.required("packed")?.base64(), let openedBy else { return nil }
        self.packed = packed
        self.openedBy = UInt32(openedBy)
    }
}

extension Brand {
    fileprivate init?(recorded object: inout CheckedObject) {
        let id = object.required("id")?.string()
        let name = object.required("name")?.string()
        guard let id, let name else { return nil }
        self.init(id: id, name: name)
    }
}

extension CheckedValue {
    /// The bytes of a text in base64url.
    func base64() -> [UInt8]? {
        guard case .string(let text) = json, let bytes = Base64URL.decode(text.utf8.span) else {
            return mismatch("base64url")
        }
        return bytes
    }
}
