import PropertyStore

/// The load of one part of a widget: of its source, and where that is of no use, of what stands in for it.
struct PartLoad: Sendable {
    let widget: String
    let part: SourcePart
    let context: LoadContext
    let lastGood: LastGood
    /// How many of its items the parts before it may show already: so many more are asked for.
    var reserve = 0
    /// Behind what it goes on; `nil` is the beginning.
    var after: Position?
    /// When the home has to be sent.
    let end: Instant

    /// What came of asking one source.
    fileprivate enum Attempt {
        case content(SourceContent)
        case failed(SourceError)
        /// The home has to be sent.
        case late
    }

    /// What becomes of it without waiting for anything; `nil` where something is not known.
    /// - Parameter start: when it begins; becomes when it ends, which is when the next one begins.
    func known(from start: inout Instant) throws(Defect) -> PartOutcome? {
        var outcome = PartOutcome(widget: widget)
        for (index, source) in sources.enumerated() {
            let content = knownContent(of: source)
            let end = Instant.now
            guard let content else {
                start = end
                return nil
            }
            outcome.note(type(of: source).kind, .content(content), since: start, until: end)
            start = end
            if try settle(&outcome, with: content, of: source, index) { return outcome }
        }
        try outcome.state.become(.empty)
        return outcome
    }

    /// Loads, and ends in a settled state.
    func run() async throws(Defect) -> PartOutcome {
        var outcome = PartOutcome(widget: widget)
        var hasAnswered = false
        for (index, source) in sources.enumerated() {
            switch try await ask(source, for: index == 0 ? part.policy.deadline : nil, &outcome) {
            case .content(let content):
                if index == 0, !content.isEmpty { keep(content) }
                if try settle(&outcome, with: content, of: source, index) { return outcome }
                hasAnswered = hasAnswered || index == 0
            case .failed(let error):
                outcome.error = outcome.error ?? error
                if index == 0, try await serveLastGood(&outcome) { return outcome }
            case .late:
                if index == 0, try await serveLastGood(&outcome) { return outcome }
                try outcome.state.become(.deferred)
                return outcome
            }
        }
        // Where the source itself says that there is nothing, it is of no interest that what stands in for it fails.
        try outcome.state.become(hasAnswered || outcome.error == nil ? .empty : .failed)
        return outcome
    }

    /// Takes the content of the source at `index`.
    /// - Returns: whether that is what is to be shown.
    private func settle(
        _ outcome: inout PartOutcome,
        with content: SourceContent,
        of source: any Source,
        _ index: Int
    ) throws(Defect) -> Bool {
        if index > 0 && outcome.state != .fallingBack { try outcome.state.become(.fallingBack) }
        if content.isEmpty { return false }
        outcome.content = content
        if index > 0 { outcome.fallback = type(of: source).kind }
        try outcome.state.become(.loaded)
        return true
    }

    /// What the source makes of the answer to what it asks; `nil` where that is not known.
    private func knownContent(of source: any Source) -> SourceContent? {
        guard let query = source.query(context, page) else { return .empty }
        return context.knownAnswer(to: query).map { source.content($0, context, page) }
    }

    /// What is asked. What goes on does so in the source itself.
    private var sources: [any Source] { [part.source] + (after == nil ? part.policy.fallbacks : []) }

    /// What is asked for: what others may show is to spare, and what there is more of is to be seen.
    private var page: Page {
        let limit = part.limit + (part.source.isPaged ? 1 : 0)
        return Page(after: after, limit: after == nil ? limit + reserve : limit)
    }

    /// For how many seconds what was loaded last may be shown.
    private var staleFor: Int64 { after == nil ? part.policy.staleFor : 0 }

    private func ask(
        _ source: any Source,
        for time: Duration?,
        _ outcome: inout PartOutcome
    ) async throws(Defect) -> Attempt {
        let start = Instant.now
        let deadline = time.map { start + $0 } ?? end
        guard start < end else { return .late }
        guard let query = source.query(context, page) else {
            outcome.note(type(of: source).kind, .content(.empty), since: start)
            return .content(.empty)
        }
        let context = context
        let loaded = await finished(by: min(deadline, end)) { () async -> Result<Answer, SourceError> in
            do throws(SourceError) {
                return .success(try await context.answer(to: query))
            } catch {
                return .failure(error)
            }
        }
        let attempt: Attempt
        switch loaded {
        case .success(let answer): attempt = .content(source.content(answer, context, page))
        case .failure(let error): attempt = .failed(error)
        case nil: attempt = deadline < end ? .failed(.timedOut) : .late
        }
        outcome.note(type(of: source).kind, attempt, since: start)
        if case .failed(let error) = attempt, let defect = error.defect { throw defect }
        return attempt
    }

    private func keep(_ content: SourceContent) {
        guard staleFor > 0 else { return }
        lastGood.keep(.init(content: content, loadedAt: context.now), to: .init(part, context))
    }

    private func serveLastGood(_ outcome: inout PartOutcome) async throws(Defect) -> Bool {
        guard staleFor > 0 else { return false }
        let oldest = context.now - staleFor
        guard let last = lastGood.answer(to: .init(part, context), since: oldest) else { return false }
        let content = await onOffer(last.content)
        guard !content.isEmpty else { return false }
        outcome.content = content
        outcome.age = max(0, context.now - last.loadedAt)
        try outcome.state.become(.stale)
        return true
    }

    /// The content without the listings that have left the market since, as far as the store can tell in time.
    private func onOffer(_ content: SourceContent) async -> SourceContent {
        let ids = content.answer.subjects.compactMap { $0.listing?.id }
        guard !ids.isEmpty else { return content }
        let (store, now) = (context.store, context.now)
        let asked = await finished(by: end) { try? await store.hits(ofListings: ids, at: now) }
        guard case .some(let hits?) = asked else { return content }
        let subjects = context.subjects.listings(hits)
        let known = Dictionary(zip(hits.map(\.key), subjects)) { first, _ in first }
        let answer = content.answer.compactMap { subject in
            guard let listing = subject.listing else { return subject }
            return known[listing.key]
        }
        return SourceContent(answer, limit: content.count, opened: content.opened, badge: content.badge)
    }
}

/// What became of the load of one part.
struct PartOutcome: Sendable {
    let widget: String
    var state = LoadState.loading
    var content = SourceContent.empty
    /// The kind of source whose content it is, where another stands in.
    var fallback: String?
    /// How many seconds ago the content was loaded, where that is not now.
    var age: Int64?
    /// Why there is nothing of the source itself.
    var error: SourceError?
    /// The first source that was asked, and those that were asked after it.
    private var firstLoad: SourceLoad?
    private var laterLoads: [SourceLoad] = []

    init(widget: String) {
        self.widget = widget
    }

    /// Tells of the sources that were asked, in their order.
    func forEachLoad(_ body: (SourceLoad) -> Void) {
        if let firstLoad { body(firstLoad) }
        laterLoads.forEach(body)
    }

    /// Whether it has nothing to show, and not because there is nothing.
    var isMissing: Bool { state == .failed || state == .deferred }

    fileprivate mutating func note(
        _ source: String,
        _ attempt: PartLoad.Attempt,
        since start: Instant,
        until end: Instant = .now
    ) {
        let (state, error): (LoadState, SourceError?) =
            switch attempt {
            case .content(let content): (content.isEmpty ? .empty : .loaded, nil)
            case .failed(let error): (.failed, error)
            case .late: (.deferred, nil)
            }
        let load = SourceLoad(widget: widget, source: source, state: state, since: start, until: end, error)
        if firstLoad == nil { firstLoad = load } else { laterLoads.append(load) }
    }
}
