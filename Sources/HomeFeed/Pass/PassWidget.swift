import Catalogue
import HomeLayout

/// A widget of a pass: where its items are, what came of its sources, and how it is drawn.
struct PassWidget {
    let plan: WidgetPlan
    /// What the client has selected in it.
    let choice: ClientChoice
    /// The range of its items in the pass.
    var items = 0..<0
    /// Whether no item of it was lost because it cannot be decoded.
    var isWhole = true

    // What came of its sources.

    /// The position of the last item, for the cursor of the next page; `nil` on the last page.
    var next: SortPosition?
    var badge: NewCount?
    /// The age of the oldest recommendations, in seconds.
    private(set) var age = 0
    /// The index in ``SourceTable`` of the kind of fallback that was used.
    private(set) var fallback: Int?
    /// Why sources failed, by their index in the widget.
    private var errors: [(source: Int, error: SourceError)] = []
    /// Whether an essential source failed or was late.
    private(set) var isMissingEssential = false
    /// Whether a source had anything to search for.
    var hadQuery = false
    /// The number of candidates of all sources.
    var candidateCount = 0
    /// The number of them that were selected.
    var selectedCount = 0
    private var hasStale = false
    private var hasDeferred = false
    private var hasFailed = false

    // How it is drawn.

    /// `nil` for a widget that is left out.
    var state: LoadState?
    /// Why its items could not be loaded; `nil` unless the state is `failed`.
    var error: WidgetError?
    var header = Header.empty
    var frame: PlannedFrame?
    var placement: Placement?

    init(_ plan: WidgetPlan, _ choice: ClientChoice) {
        self.plan = plan
        self.choice = choice
    }

    /// Adds what came of a source, but not its items.
    /// - Parameters:
    ///   - source: The index of the source in the widget.
    ///   - fallback: The index in ``SourceTable`` of the kind of fallback that replaced it.
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

    /// Why a source failed, or without one the first that did; `nil` if it was only late.
    func error(of source: Int? = nil) -> SourceError? {
        errors.first { source == nil || $0.source == source }?.error
    }

    /// What came of all sources together.
    var outcome: LoadState {
        if !items.isEmpty { return hasStale ? .stale : .loaded }
        return hasDeferred ? .deferred : hasFailed ? .failed : .empty
    }
}

/// Why a widget's items could not be loaded, and how to retry.
struct WidgetError: Hashable, Sendable {
    enum Code: String, Sendable, CaseIterable {
        /// The store did not answer.
        case storeUnavailable = "store_unavailable"
        /// The recommendation service failed.
        case upstreamUnavailable = "upstream_unavailable"
        /// The recommendation service is overloaded.
        case upstreamOverloaded = "upstream_overloaded"
        /// The recommendation service did not answer in time.
        case upstreamTimeout = "upstream_timeout"
        /// The source did not finish in time.
        case sourceTimeout = "source_timeout"
    }

    let code: Code
    /// In the document's language.
    let message: String
    /// The URL to load again, as bytes that need no escaping.
    let retry: [UInt8]

    /// The seconds after which a client may load ``retry``.
    static let retryAfter = 2
}
