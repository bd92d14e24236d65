import Bytes
import HomeLayout

extension RevisionHasher {
    /// Mixes in what a header says and how it is measured.
    mutating func combine(_ header: Header) {
        combine(header.content.kind.rawValue)
        combine(header.content.title) { $0.combine($1) }
        combine(header.content.subtitle) { $0.combine($1) }
        combine(header.content.href) { $0.combine($1) }
        combine(header.metrics.metrics)
    }

    /// Mixes in what a widget's own revision leaves out, but for its items.
    mutating func combine(changingPartsOf widget: Widget) {
        combine(widget.badge) {
            $0.combine($1.count)
            $0.combine($1.text)
        }
        if !widget.filters.isEmpty || !widget.sorts.isEmpty {
            combine(widget.filters.count)
            combine(widget.filters)
            combine(widget.sorts)
        }
        combine(widget.state)
        if let fallback = widget.fallback { combine(fallback) }
        combine(widget.loadMore) { $0.combine($1) }
        combine(widget.tracking.text)
        combine(widget.items.count)
        combine(widget.firstRank)
    }

    private mutating func combine(_ state: WidgetState) {
        combine(state.word)
        switch state {
        case .loaded, .empty: return
        case .stale(let age): combine(age)
        case .deferred(let href): combine(href)
        case .error(let error):
            combine(error.code.rawValue)
            combine(error.message)
            combine(error.retryAfter) { $0.combine($1) }
            combine(error.retry)
        }
    }
}
