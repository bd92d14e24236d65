import HomeLayout
public import Revisions

extension Widget {
    /// The revision of what frames the items: header, footer, layout and metrics.
    ///
    /// It does not cover the items, the state and the badge, so that a change of an item never animates the header; nor
    /// where the widget is on the page, so that a widget that grows does not change all those below it.
    public var revision: Revision {
        Revision {
            $0.combine(header)
            $0.combine(footer) {
                $0.combine($1.title)
                $0.combine($1.href)
                $0.combine($1.metrics.metrics)
            }
            $0.combine(layout.rawValue)
            $0.combine(downgradedFrom) { $0.combine($1.rawValue) }
            $0.combine(metrics.metrics)
        }
    }
}

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
    ///
    /// - Parameter tracking: the widget's token.
    mutating func combine(changingPartsOf widget: Widget, tracking: String) {
        combine(widget.badge) {
            $0.combine($1.count)
            $0.combine($1.text)
        }
        combine(widget.state)
        if let fallback = widget.fallback { combine(fallback) }
        combine(widget.loadMore) { $0.combine($1) }
        combine(tracking)
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
            combine(error.code)
            combine(error.message)
            combine(error.retryAfter) { $0.combine($1) }
            combine(error.retry)
        }
    }
}
