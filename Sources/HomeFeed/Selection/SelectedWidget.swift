import Catalogue

/// An item that was selected.
struct SelectedItem: Sendable {
    let candidate: Candidate
    /// The kind of the source that found it.
    let kind: StaticString
    /// The index in the widget of that source, or of the one that it is a fallback of.
    let source: Int
    /// Whether clients can load the items after this one.
    let isPaged: Bool

    /// Whether users can dismiss such an item: not cells that explain or lead to more.
    var isDismissible: Bool {
        switch candidate.content {
        case .item, .brand: true
        case .card: kind.description == BannersSource.kind.description
        case .failure: false
        }
    }
}

/// The selected items of a widget, and a summary of the results of its sources.
struct SelectedWidget: Sendable {
    let config: WidgetConfig
    var items: [SelectedItem] = []
    /// The position of the last item, for the cursor of the next page; `nil` on the last page.
    var next: SortPosition?
    /// The number of new items, beside the header.
    private(set) var badge: NewCount?
    /// The age of the oldest recommendations, in seconds.
    private(set) var age = 0
    /// The kind of fallback source that was used.
    private(set) var fallback: StaticString?
    /// Why sources failed, by their index in the widget.
    private var errors: [(source: Int, error: SourceError)] = []
    /// Whether an essential source failed or was late.
    private(set) var isMissingEssential = false
    /// Whether a source had anything to search for.
    private(set) var hadQuery = false
    /// The number of candidates of all sources.
    private(set) var candidateCount = 0
    private var hasStale = false
    private var hasDeferred = false
    private var hasFailed = false

    init(_ config: WidgetConfig) {
        self.config = config
        items.reserveCapacity(config.limit)
    }

    /// Adds the result of a source to the summary; its items are added one by one.
    mutating func add(_ result: borrowing SourceResult) {
        if badge == nil { badge = result.candidates.badge }
        if fallback == nil { fallback = result.fallback }
        if result.state == .failed, let error = result.error { errors.append((result.source, error)) }
        if result.isMissing, config.sources[result.source].policy.isEssential { isMissingEssential = true }
        if result.hadQuery { hadQuery = true }
        age = max(age, result.age ?? 0)
        candidateCount += result.candidates.items.count
        switch result.state {
        case .stale: hasStale = true
        case .deferred: hasDeferred = true
        case .failed: hasFailed = true
        case .loaded, .empty: break
        }
    }

    /// Why a source failed; `nil` if it was only late.
    func error(of source: Int) -> SourceError? { errors.first { $0.source == source }?.error }

    /// Why the first of the sources that failed did.
    var error: SourceError? { errors.first?.error }

    /// Adds cards of the config to the summary.
    mutating func addCards(_ count: Int) { candidateCount += count }

    /// Removes the items: there are too few.
    mutating func removeItems() {
        items = []
        next = nil
    }

    /// The number of items that are no cards of the config, and do not stand for a failure.
    var foundCount: Int {
        items.count { !config.sources[$0.source].isFixed && $0.candidate.content != .failure }
    }

    /// The state of the items, or the reason for their absence.
    var state: LoadState {
        if !items.isEmpty { return hasStale ? .stale : .loaded }
        return hasDeferred ? .deferred : hasFailed ? .failed : .empty
    }
}
