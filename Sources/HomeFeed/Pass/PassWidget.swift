import Catalogue
import HomeLayout

/// A widget of a pass: its items, the results of its sources, and how it is drawn.
struct PassWidget {
    let plan: WidgetPlan
    let choice: ClientChoice
    /// A range of the pass's items.
    var items = 0..<0
    /// `false` if an item was lost because it cannot be decoded.
    var isWhole = true

    // Results of its sources.

    /// For the cursor of the next page; `nil` on the last page.
    var next: SortPosition?
    var badge: NewCount?
    /// Of the oldest stale recommendations, in seconds.
    private(set) var age: Int?
    /// The kind of fallback that was used, an index in ``SourceKind/all``.
    private(set) var fallback: Int?
    private(set) var errors: [(source: Int, error: SourceError)] = []
    /// Whether an essential source failed or was late.
    private(set) var isMissingEssential = false
    /// Whether a source had anything to search for.
    var hadQuery = false
    var candidateCount = 0
    var selectedCount = 0

    // How it is drawn.

    /// `nil` for a widget that is left out.
    var state: LoadState?
    var header = Header.empty
    var frame: PlannedFrame?
    var placement: Placement?

    /// Does not add the source's items.
    /// - Parameter fallback: The kind of fallback that replaced the source, an index in ``SourceKind/all``.
    mutating func add(_ load: SourceLoad, of source: Int, fallback: Int?) {
        if self.fallback == nil { self.fallback = fallback }
        if let error = load.error {
            errors.append((source, error))
            if plan.config.sources[source].policy.isEssential { isMissingEssential = true }
        }
        if load.hadQuery { hadQuery = true }
        if let age = load.age { self.age = max(self.age ?? 0, age) }
    }

    /// Of all sources together.
    var result: LoadState {
        if !items.isEmpty { return age == nil ? .loaded : .stale }
        return errors.isEmpty ? .empty : errors.contains(where: \.error.isLate) ? .deferred : .failed
    }
}
