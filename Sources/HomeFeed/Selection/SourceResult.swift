import Catalogue

/// The result of one source of a widget, its fallbacks included.
struct SourceResult: Sendable {
    private(set) var state = LoadState.empty
    /// The kind of source that found the items.
    private(set) var kind: String
    /// The index of that source among the source and its fallbacks.
    private(set) var sourceIndex = 0
    /// The candidates, best first.
    private(set) var candidates = Candidates.nothing
    /// How many seconds ago the items were ranked, where that is not now.
    private(set) var age: Int?
    /// Why the source itself has no items.
    private(set) var error: SourceError?
    /// Whether the source itself had something to look for.
    private(set) var hadQuery = false

    /// The kind of source that stands in for the widget's own.
    var fallback: String? { sourceIndex > 0 ? kind : nil }

    /// Whether it has nothing to show although there may be something.
    var isMissing: Bool { state == .failed || state == .deferred }

    /// Finds the candidates of a source, or else of its fallbacks.
    /// - Parameters:
    ///   - number: The index of the source in the widget.
    ///   - page: The page that is asked for; fallbacks have no pages but the first.
    ///   - note: Receives the work of each source that was asked.
    init(
        of widget: WidgetConfig,
        _ number: Int,
        _ context: FeedContext,
        _ page: CandidatePage,
        _ answers: ServiceAnswers,
        without excluded: ExcludedItems,
        note: (SourceLoad) -> Void
    ) {
        let config = widget.sources[number]
        kind = type(of: config.source).kind
        var start = Instant.now
        for (index, source) in config.sources.enumerated() where index == 0 || page.after == nil {
            var page = page
            var (nanoseconds, failure) = (0, nil as SourceError?)
            var isLate = false
            if source.needsUser(context), let unread = context.unread {
                switch unread {
                case .failed(let error): failure = .store(error)
                case .late: isLate = true
                }
            } else if index == 0, let answer = answers[widget, number] {
                nanoseconds = answer.nanoseconds
                switch answer.answer {
                case .ranked(let ids, let age): (page.ranked, self.age) = (ids, age)
                case .failed(let error): failure = error
                case .late: isLate = true
                }
            }
            let found = failure == nil && !isLate ? source.candidates(context, page, without: excluded) : nil
            let state: LoadState =
                if isLate { .deferred } else if failure != nil { .failed } else if found?.items.isEmpty ?? true {
                    .empty
                } else if age != nil, index == 0 { .stale } else { .loaded }
            let end = Instant.now
            nanoseconds += start.nanoseconds(to: end)
            start = end
            note(
                SourceLoad(
                    widget: widget.id,
                    source: type(of: source).kind,
                    state: state,
                    nanoseconds: nanoseconds,
                    failure
                )
            )
            if index == 0 { hadQuery = found != nil }
            switch state {
            case .loaded, .stale:
                self.state = state
                candidates = found ?? candidates
                kind = type(of: source).kind
                sourceIndex = index
                if index > 0 { age = nil }
                return
            case .deferred:
                self.state = .deferred
                return
            case .failed:
                error = error ?? failure
                if index == 0 { self.state = .failed }
            case .empty:
                break
            }
        }
    }
}

extension SourceResult {
    /// The result of a source that is not asked, since no candidate could be right.
    static func nothing(of widget: WidgetConfig, _ number: Int) -> SourceResult {
        SourceResult(kind: type(of: widget.sources[number].source).kind)
    }

    private init(kind: String) {
        self.kind = kind
        hadQuery = true
    }
}
