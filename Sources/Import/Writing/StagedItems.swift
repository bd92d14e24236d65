import Catalogue
import SQLiteStore

/// The items of an import, each id once, in a temporary SQLite database: memory does not grow with the files, and the
/// database is deleted when the process ends.
final class StagedItems {
    /// Which of several records with the same id counts: the one with the greatest rank.
    struct DuplicateRule: Sendable {
        /// Of equal ranks; otherwise the last one counts.
        var keepsFirst = false
        /// A missing number is less than any other.
        var rank: @Sendable (CatalogueItem) -> Double? = { _ in 0 }
    }

    private let duplicates: DuplicateRule
    private let connection: Connection
    private let find, put, page, total: Statement

    /// SQLite's page cache, in KiB.
    private static let cacheSize = 4_096

    init(_ duplicates: DuplicateRule) throws(ImportError) {
        self.duplicates = duplicates
        do throws(StoreError) {
            connection = try Connection(path: "", access: .write)
            try connection.execute(
                """
                PRAGMA page_size = 16384;
                PRAGMA cache_size = -\(Self.cacheSize);
                CREATE TABLE item (
                    position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, market TEXT NOT NULL, rank REAL NOT NULL,
                    packed BLOB NOT NULL
                )
                """
            )
            find = try connection.statement("SELECT packed FROM item WHERE id = ?")
            // The position is that of the record that counts.
            put = try connection.statement(
                """
                INSERT INTO item (id, market, rank, packed) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
                    position = (SELECT max(position) + 1 FROM item), market = excluded.market, rank = excluded.rank,
                    packed = excluded.packed
                WHERE excluded.rank \(duplicates.keepsFirst ? ">" : ">=") rank
                """
            )
            page = try connection.statement(
                "SELECT position, packed FROM item WHERE position > ? ORDER BY position LIMIT ?"
            )
            total = try connection.statement("SELECT count(*), coalesce(sum(length(packed)), 0) FROM item")
        } catch {
            throw .staging(error)
        }
    }

    /// Keeps the items that `body` adds if it returns `true`.
    func transaction(_ body: () throws(ImportError) -> Bool) throws(ImportError) -> Bool {
        try convertingErrors { () throws(StoreError) in try connection.execute("BEGIN") }
        var isKept = false
        defer { if !isKept { try? connection.execute("ROLLBACK") } }
        isKept = try body()
        if isKept { try convertingErrors { () throws(StoreError) in try connection.execute("COMMIT") } }
        return isKept
    }

    func add(_ item: CatalogueItem) throws(ImportError) {
        try convertingErrors { () throws(StoreError) in
            let arrivals = Array(repeating: Int64(0), count: item.collections.count)
            let packed = PackedItem(item: item, arrival: 0, collectionArrivals: arrivals)
            let rank = duplicates.rank(item) ?? -.infinity
            try put.bind([.text(item.id.id), .text(item.market ?? ""), .real(rank), .bytes(packed.bytes)])
            try put.run()
        }
    }

    func size() throws(ImportError) -> (count: Int, bytes: Int) {
        try convertingErrors { () throws(StoreError) in try total.first { ($0.int(0), $0.int(1)) } ?? (0, 0) }
    }

    /// The markets of the items; an empty text for items without one.
    func markets() throws(ImportError) -> Set<String> {
        try convertingErrors { () throws(StoreError) in
            var markets: Set<String> = []
            try connection.statement("SELECT DISTINCT market FROM item").forEach { markets.insert($0.text(0)) }
            return markets
        }
    }

    func item(_ id: String) throws(ImportError) -> CatalogueItem? {
        try convertingErrors { () throws(StoreError) in
            try find.bind([.text(id)])
            return try find.first { row throws(StoreError) in try row.packedItem(0) }
        }
    }

    /// The next items, in the order of their records.
    /// - Parameter position: 0 for the first items; moved to that of the last one returned.
    func items(after position: inout Int, limit: Int) throws(ImportError) -> [CatalogueItem] {
        var (items, last) = ([CatalogueItem](), position)
        try convertingErrors { () throws(StoreError) in
            try page.bind([.integer(Int64(last)), .integer(Int64(limit))])
            try page.forEach { row throws(StoreError) in
                last = row.int(0)
                items.append(try row.packedItem(1))
            }
        }
        position = last
        return items
    }

    var cachedBytes: Int { connection.cachedBytes }

    private func convertingErrors<Value>(_ body: () throws(StoreError) -> Value) throws(ImportError) -> Value {
        do throws(StoreError) { return try body() } catch { throw .staging(error) }
    }
}

extension Statement {
    fileprivate func packedItem(_ column: Int32) throws(StoreError) -> CatalogueItem {
        let packed = try withBytes(column) { bytes throws(StoreError) in PackedItem(bytes) }
        guard let packed else { throw .defect("a staged item cannot be read") }
        return packed.item
    }
}
