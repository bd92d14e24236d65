import Catalogue

/// The result of one source of a widget, or of the fallback that replaced it.
struct SourceResult: ~Copyable {
    /// The index of the source in the widget.
    let source: Int
    private(set) var state = LoadState.empty
    private(set) var kind: StaticString
    /// The kind of the fallback that was used.
    private(set) var fallback: StaticString?
    /// The candidates, best first.
    private(set) var candidates = Candidates.empty
    /// The age of stale recommendations, in seconds.
    private(set) var age: Int?
    /// Why the source itself failed.
    private(set) var error: SourceError?
    /// Whether the source itself had anything to search for.
    private(set) var hadQuery = false

    /// Whether the items could not be loaded.
    var isMissing: Bool { state == .failed || state == .deferred }

    /// Whether a fallback is to be tried. If the source was late, no time is left for one.
    var needsFallback: Bool { state == .failed || state == .empty }

    /// The result of a source that is skipped: the client's choice excludes all candidates.
    init(skipping source: Int, of widget: WidgetConfig) {
        self.source = source
        kind = widget.sources[source].kind
        hadQuery = true
    }

    /// Finds the candidates of a source.
    /// - Parameters:
    ///   - number: The index of the source in the widget; for a fallback, of the source that it may replace.
    ///   - service: What the recommendation service did for the source.
    ///   - fatigued: Hashes of the items that come last.
    init(
        _ number: Int,
        _ source: any Source,
        _ service: ServiceOutcomes.Outcome?,
        _ context: FeedContext,
        _ page: CandidatePage,
        without excluded: ExcludedItems,
        fatigued: [UInt64] = []
    ) {
        self.source = number
        kind = type(of: source).kind
        if let unread = context.unread, source.needsUser(context) {
            switch unread {
            case .failed(let error): (state, self.error) = (.failed, .store(error))
            case .late: state = .deferred
            }
            return
        }
        switch service {
        case .failed(let error)?:
            (state, self.error) = (.failed, error)
        case .late?:
            state = .deferred
        case .ranked(let ids, let age)?:
            var page = page
            page.ranked = ids
            add(Self.candidates(of: source, context, page, without: excluded, fatigued), age: age)
        case nil:
            add(Self.candidates(of: source, context, page, without: excluded, fatigued), age: nil)
        }
    }

    /// The candidates of a source: those that are not fatigued, and the others only if these are too few.
    private static func candidates(
        of source: any Source,
        _ context: FeedContext,
        _ page: CandidatePage,
        without excluded: ExcludedItems,
        _ fatigued: [UInt64]
    ) -> Candidates? {
        if fatigued.isEmpty { return source.candidates(context, page, without: excluded) }
        var others = excluded
        for hash in fatigued { others.insert(hash: hash) }
        guard var found = source.candidates(context, page, without: others) else { return nil }
        let missing = page.limit - found.items.count
        guard missing > 0, let all = source.candidates(context, page, without: excluded) else { return found }
        let known = Set(found.items.map(\.content))
        found.items += all.items.filter { !known.contains($0.content) }.prefix(missing).map { candidate in
            // The next page begins after the others.
            Candidate(candidate.content, marks: candidate.marks, reason: candidate.reason)
        }
        return found
    }

    /// Adds the candidates of the source; `nil` if it had nothing to search for.
    private mutating func add(_ found: Candidates?, age: Int?) {
        guard let found else { return }
        hadQuery = true
        candidates = found
        if found.items.isEmpty { return }
        state = age == nil ? .loaded : .stale
        self.age = age
    }

    /// Takes the result of a fallback instead.
    mutating func replace(by other: consuming SourceResult) {
        (state, kind, candidates, age) = (other.state, other.kind, other.candidates, other.age)
        fallback = state == .loaded ? kind : nil
    }
}
