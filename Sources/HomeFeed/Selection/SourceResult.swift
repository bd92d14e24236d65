import Catalogue

/// The result of one source of a widget, its fallbacks included.
struct SourceResult: Sendable {
    private(set) var state = LoadState.empty
    /// The kind of the source that found the items.
    private(set) var kind: String
    /// The kind of the fallback that was used.
    private(set) var fallback: String?
    /// The candidates, best first.
    private(set) var candidates = Candidates.empty
    /// The age of stale recommendations, in seconds.
    private(set) var age: Int?
    /// Why the source itself failed.
    private(set) var error: SourceError?
    /// Whether the source itself had anything to search for.
    private(set) var hadQuery: Bool

    /// Whether the items could not be loaded.
    var isMissing: Bool { state == .failed || state == .deferred }

    /// The result of a source that is skipped: the client's choice excludes all candidates.
    init(skipping widget: WidgetConfig, _ number: Int) {
        kind = type(of: widget.sources[number].source).kind
        hadQuery = true
    }

    /// Finds the candidates of a source, or of its fallbacks.
    /// - Parameters:
    ///   - number: The index of the source in the widget.
    ///   - page: The page. Fallbacks have only the first.
    ///   - note: Receives the load of each source.
    init(
        of widget: WidgetConfig,
        _ number: Int,
        _ context: FeedContext,
        _ page: CandidatePage,
        _ results: ServiceResults,
        without excluded: ExcludedItems,
        note: (SourceLoad) -> Void
    ) {
        let config = widget.sources[number]
        kind = type(of: config.source).kind
        var start = ContinuousClock.now
        let own = SourceAttempt(config.source, results[widget, number], context, page, without: excluded)
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

    /// Takes the candidates of a source, if it has any.
    /// - Returns: Whether no fallback is needed.
    private mutating func settle(_ attempt: SourceAttempt, _ source: any Source) -> Bool {
        switch attempt.state {
        case .loaded, .stale:
            candidates = attempt.candidates ?? candidates
            age = attempt.age
            kind = type(of: source).kind
        case .deferred:
            // No time is left for fallbacks: the client loads the widget later.
            break
        case .failed, .empty:
            return false
        }
        state = attempt.state
        return true
    }
}

/// The candidates of one source or fallback.
private struct SourceAttempt {
    /// `nil` without anything to search for, or after a failure.
    private(set) var candidates: Candidates?
    private(set) var error: SourceError?
    private(set) var age: Int?
    private var isLate = false
    /// The duration of the call of the recommendation service.
    private var serviceTime = Duration.zero

    init(
        _ source: any Source,
        _ service: (outcome: ServiceResults.Outcome, duration: Duration)?,
        _ context: FeedContext,
        _ page: CandidatePage,
        without excluded: ExcludedItems
    ) {
        var page = page
        switch context.unread {
        case .failed(let error)? where source.needsUser(context): self.error = .store(error)
        case .late? where source.needsUser(context): isLate = true
        default:
            serviceTime = service?.duration ?? .zero
            switch service?.outcome {
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

    /// The load of the source, which began at `start`; the next one begins now.
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
