import Catalogue
import HomeDocument

/// An item that is to be shown.
struct SelectedItem: Sendable {
    let content: Candidate.Content
    /// The item's relation to the user.
    let marks: ItemMarks
    /// The index of the source in its widget.
    let source: Int
    /// The kind of the source that found it, a fallback's where one stands in.
    let kind: String
    /// The query result that it comes from; `nil` where a client cannot load the items after it.
    let found: FoundItem?
}

/// The items of a widget, and the results of its sources.
struct SelectedWidget: Sendable {
    let config: WidgetConfig
    var items: [SelectedItem] = []
    /// The results, in the order of the config's sources.
    var results: [SourceResult] = []
    /// The position behind which the next page begins; `nil` where there is none.
    var next: SortPosition?

    /// The count that stands beside the header.
    private(set) var badge: NewCount?
    /// How many seconds ago the oldest of the items were ranked.
    private(set) var age = 0
    /// The kind of source that stands in for the widget's own.
    private(set) var fallback: String?
    /// Why there are no items, where something failed.
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

    /// Removes the items, since there are too few.
    mutating func removeItems() {
        items = []
        next = nil
    }

    /// Whether an essential source has no items although there may be some.
    var isMissingEssential: Bool {
        zip(config.sources, results).contains { $0.policy.isEssential && $1.isMissing }
    }

    /// Whether a source had something to look for.
    var hadQuery: Bool { zip(config.sources, results).contains { !$0.isFixed && $1.hadQuery } }

    /// How many candidates the sources had.
    var candidateCount: Int { results.reduce(0) { $0 + $1.candidates.items.count } }

    /// The state of the widget: that of its items, or else why there are none.
    var state: LoadState {
        if !items.isEmpty { return states.contains(.stale) ? .stale : .loaded }
        if states.contains(.deferred) { return .deferred }
        return states.contains(.failed) ? .failed : .empty
    }
}
