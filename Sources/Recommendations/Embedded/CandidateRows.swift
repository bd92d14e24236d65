import Catalogue

/// Rows gathered from several finds, each once, in the order of their discovery.
struct CandidateRows {
    /// What is known of a candidate and the last search.
    enum Fit {
        /// Not compared yet.
        case unknown
        /// The search finds it, or is for items of another kind, or there is none.
        case fits
        /// The search is for items of its kind, and does not find it.
        case differs
    }

    private(set) var rows: [ItemRow] = []
    private(set) var fits: [Fit] = []
    private var seen = ItemRowSet()

    /// No candidates yet.
    init() {
        rows.reserveCapacity(Self.usualCount)
        fits.reserveCapacity(Self.usualCount)
    }

    private static let usualCount = 256

    /// Adds those of the rows that are not there already.
    mutating func add(_ row: ItemRow, _ fit: Fit) {
        guard seen.insert(row) else { return }
        rows.append(row)
        fits.append(fit)
    }

    /// Compares those that are not compared yet with the last search.
    mutating func compare(with search: UserSearch?, in snapshot: CatalogueSnapshot, at now: Int64) {
        let unknown = fits.indices.filter { fits[$0] == .unknown }
        if unknown.isEmpty { return }
        guard let search else {
            for index in unknown { fits[index] = .fits }
            return
        }
        let query = ItemQuery(kinds: [search.kind], filter: search.filter)
        // The rows that fit, in the order of all.
        var fitting = snapshot.rows(unknown.map { rows[$0] }, matching: query, at: now)[...]
        let searched = snapshot.kinds.code(of: search.kind)
        for index in unknown {
            if fitting.first == rows[index] {
                fitting.removeFirst()
                fits[index] = .fits
            } else {
                fits[index] = snapshot.kindCode(of: rows[index]) == searched ? .differs : .fits
            }
        }
    }
}
