import Catalogue
import HomeDocument

/// An item that was selected.
struct SelectedItem: Sendable {
    let candidate: Candidate
    /// The index of the result that has it, in ``SelectedWidget/results``.
    let result: Int
}

/// The selected items of a widget, and the results of its sources.
struct SelectedWidget: Sendable {
    let config: WidgetConfig
    var items: [SelectedItem] = []
    /// The results, in the order of the config's sources; on a page, of its source alone.
    var results: [SourceResult] = []
    /// The position of the last item, for the cursor of the next page; `nil` on the last page.
    var next: SortPosition?

    init(_ config: WidgetConfig) {
        self.config = config
        items.reserveCapacity(config.limit)
        results.reserveCapacity(config.sources.count)
    }

    /// Removes the items: there are too few.
    mutating func removeItems() {
        items = []
        next = nil
    }

    /// The config of the source that found an item, or of the one that it is a fallback of.
    func source(of item: SelectedItem) -> WidgetSource { config.sources[results[item.result].source] }

    /// Whether clients can load the items after this one.
    func isPaged(_ item: SelectedItem) -> Bool {
        let result = results[item.result]
        return result.source == config.pagedSource && result.fallback == nil
    }

    /// The number of new items, beside the header.
    var badge: NewCount? { results.lazy.compactMap(\.candidates.badge).first }

    /// The age of the oldest recommendations, in seconds.
    var age: Int { results.reduce(0) { max($0, $1.age ?? 0) } }

    /// The kind of fallback source that was used.
    var fallback: String? { results.lazy.compactMap(\.fallback).first }

    /// Why a source failed.
    var error: SourceError? { results.lazy.filter { $0.state == .failed }.compactMap(\.error).first }

    /// Whether an essential source failed or was late.
    var isMissingEssential: Bool {
        results.contains { $0.isMissing && config.sources[$0.source].policy.isEssential }
    }

    /// Whether a source had anything to search for.
    var hadQuery: Bool { results.contains { $0.hadQuery && !config.sources[$0.source].isFixed } }

    /// The number of candidates of all sources.
    var candidateCount: Int { results.reduce(0) { $0 + $1.candidates.items.count } }

    /// The state of the items, or the reason for their absence.
    var state: LoadState {
        func has(_ state: LoadState) -> Bool { results.contains { $0.state == state } }
        if !items.isEmpty { return has(.stale) ? .stale : .loaded }
        if has(.deferred) { return .deferred }
        return has(.failed) ? .failed : .empty
    }
}
