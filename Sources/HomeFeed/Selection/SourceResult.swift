import Catalogue

/// The result of one source of a widget, its fallbacks included.
struct SourceResult: Sendable {
    private(set) var state = LoadState.empty
    /// The kind of source that found the items.
    private(set) var kind: String
    /// The kind of source that stands in for the widget's own.
    private(set) var fallback: String?
    /// The candidates, best first.
    private(set) var candidates = Candidates.nothing
    /// How many seconds ago the items were ranked, where that is not now.
    private(set) var age: Int?
    /// Why the source itself has no items.
    private(set) var error: SourceError?
    /// Whether the source itself had something to look for.
    private(set) var hadQuery: Bool

    /// Whether it has nothing to show although there may be something.
    var isMissing: Bool { state == .failed || state == .deferred }

    /// The result of a source that is not asked, since no candidate could be right.
    init(notAsked widget: WidgetConfig, _ number: Int) {
        kind = type(of: widget.sources[number].source).kind
        hadQuery = true
    }

    /// Finds the candidates of a source, or else of its fallbacks.
    /// - Parameters:
    ///   - number: The index of the source in the widget.
    ///   - page: The page that is asked for. Fallbacks have only the first.
    ///   - note: Receives the work of each source that was asked.
    init(
        of widget: WidgetConfig,
        _ number: Int,
        _ context: FeedContext,
        _ page: CandidatePage,
        _ answers: ServiceResults,
        without excluded: ExcludedItems,
        note: (SourceLoad) -> Void
    ) {
        let config = widget.sources[number]
        kind = type(of: config.source).kind
        var start = ContinuousClock.now
        let own = SourceAttempt(config.source, answers[widget, number], context, page, without: excluded)
        note(own.load(widget, config.source, since: &start))
        hadQuery = own.candidates != nil
        error = own.error
        state = own.state
        if settle(own, config.source) || page.after != nil { return }
        for source in config.policy.fallbacks {
            let attempt = SourceAttempt(source, nil, context, page, without: excluded)
            note(attempt.load(widget, source, since: &start))
            guard settle(attempt, source) else { continue }
            if attempt.state == .loaded { fallback = kind }
            return
        }
    }

    /// Takes the items of a source, where it has any.
    /// - Returns: whether no other source is to be asked.
    private mutating func settle(_ attempt: SourceAttempt, _ source: any Source) -> Bool {
        switch attempt.state {
        case .loaded, .stale:
            candidates = attempt.candidates ?? candidates
            age = attempt.age
            kind = type(of: source).kind
        case .deferred:
            break
        case .failed, .empty:
            return false
        }
        state = attempt.state
        return true
    }
}

/// A source that was asked once.
private struct SourceAttempt {
    /// `nil` where it had nothing to look for, or could not be asked.
    private(set) var candidates: Candidates?
    private(set) var error: SourceError?
    private(set) var age: Int?
    private var isLate = false
    /// How long the recommendation service took.
    private var serviceTime = Duration.zero

    init(
        _ source: any Source,
        _ answer: (answer: ServiceResults.Answer, duration: Duration)?,
        _ context: FeedContext,
        _ page: CandidatePage,
        without excluded: ExcludedItems
    ) {
        var page = page
        switch context.unread {
        case .failed(let error)? where source.needsUser(context): self.error = .store(error)
        case .late? where source.needsUser(context): isLate = true
        default:
            serviceTime = answer?.duration ?? .zero
            switch answer?.answer {
            case .ranked(let ids, let age)?: (page.ranked, self.age) = (ids, age)
            case .failed(let error)?: self.error = error
            case .late?: isLate = true
            case nil: break
            }
        }
        if error == nil, !isLate { candidates = source.candidates(context, page, without: excluded) }
    }

    var state: LoadState {
        if isLate { return .deferred }
        if error != nil { return .failed }
        if candidates?.items.isEmpty ?? true { return .empty }
        return age == nil ? .loaded : .stale
    }

    /// The work of the source, which began at `start`.
    func load(_ widget: WidgetConfig, _ source: any Source, since start: inout ContinuousClock.Instant) -> SourceLoad {
        let end = ContinuousClock.now
        defer { start = end }
        return SourceLoad(
            widget: widget.id,
            source: type(of: source).kind,
            state: state,
            duration: end - start + serviceTime,
            error
        )
    }
}
