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
    /// Of the oldest recommendations, in seconds.
    private(set) var age = 0
    /// The kind of fallback that was used, an index in ``SourceTable``.
    private(set) var fallback: Int?
    private var errors: [(source: Int, error: SourceError)] = []
    /// Whether an essential source failed or was late.
    private(set) var isMissingEssential = false
    /// Whether a source had anything to search for.
    var hadQuery = false
    var candidateCount = 0
    var selectedCount = 0
    private var hasStale = false
    private var hasDeferred = false
    private var hasFailed = false

    // How it is drawn.

    /// `nil` for a widget that is left out.
    var state: LoadState?
    /// `nil` unless the state is `failed`.
    var error: WidgetError?
    var header = Header.empty
    var frame: PlannedFrame?
    var placement: Placement?

    init(_ plan: WidgetPlan, _ choice: ClientChoice) {
        self.plan = plan
        self.choice = choice
    }

    /// Does not add the source's items.
    /// - Parameter fallback: The kind of fallback that replaced the source, an index in ``SourceTable``.
    mutating func add(_ outcome: SourceOutcome, of source: Int, fallback: Int?) {
        if self.fallback == nil { self.fallback = fallback }
        if outcome.state == .failed, let error = outcome.error { errors.append((source, error)) }
        if outcome.isMissing, plan.config.sources[source].policy.isEssential { isMissingEssential = true }
        if outcome.hadQuery { hadQuery = true }
        age = max(age, outcome.age)
        switch outcome.state {
        case .stale: hasStale = true
        case .deferred: hasDeferred = true
        case .failed: hasFailed = true
        case .loaded, .empty: break
        }
    }

    /// The error of `source`, or the first error for `nil`. The result is `nil` if sources were only late.
    func error(of source: Int? = nil) -> SourceError? {
        errors.first { source == nil || $0.source == source }?.error
    }

    /// Of all sources together.
    var outcome: LoadState {
        if !items.isEmpty { return hasStale ? .stale : .loaded }
        return hasDeferred ? .deferred : hasFailed ? .failed : .empty
    }
}
