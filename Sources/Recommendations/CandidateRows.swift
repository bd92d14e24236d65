import Catalogue

/// Rows gathered from several finds, each once, in the order of their discovery.
struct CandidateRows {
    /// A candidate for recommendation.
    struct Candidate {
        let row: ItemRow
        /// Whether the last search finds it; true where there is none for items of its kind.
        let fits: Bool
    }

    private let snapshot: CatalogueSnapshot
    private let activity: UserActivity
    private let now: Int64
    private(set) var all: [Candidate] = []
    /// How many do not fit the last search.
    private(set) var misfitCount = 0
    private var seen: Set<ItemRow>

    /// No candidates yet, and never one that the user has opened.
    init(_ snapshot: CatalogueSnapshot, _ activity: UserActivity, at now: Int64) {
        self.snapshot = snapshot
        self.activity = activity
        self.now = now
        seen = Set(activity.opened)
    }

    /// Adds those of the rows that are not there already and that the user has not opened.
    mutating func add(_ rows: [ItemRow]) {
        let fresh = rows.filter { !activity.hasOpened($0, in: snapshot) && seen.insert($0).inserted }
        guard let search = activity.search else {
            all += fresh.map { Candidate(row: $0, fits: true) }
            return
        }
        // The rows that fit, in the order of all.
        let query = ItemQuery(kinds: [search.kind], filter: search.filter)
        var fitting = snapshot.rows(fresh, matching: query, at: now)[...]
        for row in fresh {
            let fits = fitting.first == row
            if fits { fitting.removeFirst() }
            let isSearched = fits || snapshot.kind(of: row).name == search.kind
            all.append(Candidate(row: row, fits: fits || !isSearched))
            if !fits, isSearched { misfitCount += 1 }
        }
    }
}
