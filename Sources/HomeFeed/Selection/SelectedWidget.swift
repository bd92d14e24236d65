import Catalogue
import HomeDocument

/// An item that was selected.
struct SelectedItem: Sendable {
    let content: Candidate.Content
    /// The item's relation to the user.
    let marks: ItemMarks
    /// The index of the source in its widget.
    let source: Int
    /// The kind of the source that found it, or of its fallback.
    let kind: String
    /// The item's query result; `nil` if clients cannot load the items after it.
    let found: FoundItem?
}

/// The selected items of a widget, and the results of its sources.
struct SelectedWidget: Sendable {
    let config: WidgetConfig
    var items: [SelectedItem] = []
    /// The results, in the order of the config's sources.
    var results: [SourceResult] = []
    /// The position of the last item, for the cursor of the next page; `nil` on the last page.
    var next: SortPosition?

    /// The number of new items, beside the header.
    private(set) var badge: NewCount?
    /// The age of the oldest recommendations, in seconds.
    private(set) var age = 0
    /// The kind of fallback source that was used.
    private(set) var fallback: String?
    /// Why a source failed.
    private(set) var error: SourceError?
    private var states: Set<LoadState> = []

    init(_ config: WidgetConfig) {
        self.config = config
        items.reserveCapacity(config.limit)
        results.reserveCapacity(config.sources.count)
    }

    /// Combines the results of all sources.
    mutating func finish() {
        for result in results {
            badge = badge ?? result.candidates.badge
            age = max(age, result.age ?? 0)
            fallback = fallback ?? result.fallback
            if result.state == .failed { error = error ?? result.error }
            states.insert(result.state)
        }
    }

    /// Removes the items: there are too few.
    mutating func removeItems() {
        items = []
        next = nil
    }

    /// Whether an essential source failed or was late.
    var isMissingEssential: Bool {
        zip(config.sources, results).contains { $0.policy.isEssential && $1.isMissing }
    }

    /// Whether a source had anything to search for.
    var hadQuery: Bool { zip(config.sources, results).contains { !$0.isFixed && $1.hadQuery } }

    /// The number of candidates of all sources.
    var candidateCount: Int { results.reduce(0) { $0 + $1.candidates.items.count } }

    /// The state of the items, or the reason for their absence.
    var state: LoadState {
        if !items.isEmpty { return states.contains(.stale) ? .stale : .loaded }
        if states.contains(.deferred) { return .deferred }
        return states.contains(.failed) ? .failed : .empty
    }
}
