import Catalogue

/// The load of one part of a widget: of its source, and where that is of no use, of what stands in for it.
struct PartLoad: Sendable {
    let widget: String
    let part: SourcePart
    let context: LoadContext
    let lastGood: LastGood
    /// How many of its items the parts before it, or the client, may show already: so many more are loaded.
    var reserve = 0
    /// Behind what it goes on; `nil` is the beginning.
    var after: Position?
    /// When the home has to be sent.
    let end: Instant

    /// What came of asking one source.
    enum Attempt {
        case content(SourceContent)
        case failed(SourceError)
        /// The home has to be sent.
        case late
    }

    /// What becomes of it without waiting for anything; `nil` where something is not known.
    /// - Parameter start: when it begins; becomes when it ends, which is when the next one begins.
    func known(from start: inout Instant) throws(Defect) -> PartOutcome? {
        var progress = PartProgress(of: part, in: widget)
        for (index, source) in sources.enumerated() {
            let content = knownContent(of: source)
            let end = Instant.now
            guard let content else {
                start = end
                return nil
            }
            progress.note(type(of: source).kind, .content(content), since: start, until: end)
            start = end
            if try settle(&progress, with: content, of: source, index) { return progress.outcome }
        }
        try progress.state.become(.empty)
        return progress.outcome
    }

    /// Loads, and ends in a settled state.
    func run() async throws(Defect) -> PartOutcome {
        var progress = PartProgress(of: part, in: widget)
        var hasAnswered = false
        for (index, source) in sources.enumerated() {
            switch try await ask(source, for: index == 0 ? part.policy.deadline : nil, &progress) {
            case .content(let content):
                if index == 0, !content.isEmpty { keep(content) }
                if try settle(&progress, with: content, of: source, index) { return progress.outcome }
                hasAnswered = hasAnswered || index == 0
            case .failed(let error):
                progress.error = progress.error ?? error
                if index == 0, try await serveLastGood(&progress) { return progress.outcome }
            case .late:
                if index == 0, try await serveLastGood(&progress) { return progress.outcome }
                try progress.state.become(.deferred)
                return progress.outcome
            }
        }
        // Where the source itself says that there is nothing, it is of no interest that what stands in for it fails.
        try progress.state.become(hasAnswered || progress.error == nil ? .empty : .failed)
        return progress.outcome
    }

    /// Takes the content of the source at `index`.
    /// - Returns: whether that is what is to be shown.
    private func settle(
        _ progress: inout PartProgress,
        with content: SourceContent,
        of source: any Source,
        _ index: Int
    ) throws(Defect) -> Bool {
        if index > 0 && progress.state != .fallingBack { try progress.state.become(.fallingBack) }
        if content.isEmpty { return false }
        progress.content = content
        if index > 0 { progress.fallback = type(of: source).kind }
        try progress.state.become(.loaded)
        return true
    }

    /// What the source makes of the answer to what it asks; `nil` where that is not known.
    private func knownContent(of source: any Source) -> SourceContent? {
        if source.isOfUser, context.unread != nil { return nil }
        guard let query = source.query(context, page) else { return .empty }
        return context.knownAnswer(to: query).map { source.content($0, context, page) }
    }

    /// What is asked. What goes on does so in the source itself.
    private var sources: [any Source] { after == nil ? part.sources : [part.source] }

    /// What is asked for: what others may show is to spare, and what there is more of is to be seen.
    private var page: Page {
        let limit = part.limit + (part.source.isPaged ? 1 : 0)
        return Page(after: after, limit: limit + reserve)
    }

    /// For how many seconds what was loaded last may be shown: none where nobody knows whether the user is still as then.
    private var staleFor: Int64 {
        after == nil && !(part.source.isOfUser && context.unread != nil) ? part.policy.staleFor : 0
    }

    private func ask(
        _ source: any Source,
        for time: Duration?,
        _ progress: inout PartProgress
    ) async throws(Defect) -> Attempt {
        let start = Instant.now
        let deadline = time.map { start + $0 } ?? end
        guard start < end else { return .late }
        if source.isOfUser, let unread = context.unread {
            guard case .failed(let error) = unread else { return .late }
            progress.note(type(of: source).kind, .failed(.store(error)), since: start)
            return .failed(.store(error))
        }
        guard let query = source.query(context, page) else {
            progress.note(type(of: source).kind, .content(.empty), since: start)
            return .content(.empty)
        }
        let context = context
        let loaded = await outcome(by: min(deadline, end)) { () async throws(SourceError) in
            try await context.answer(to: query)
        }
        let attempt: Attempt
        switch loaded {
        case .success(let answer): attempt = .content(source.content(answer, context, page))
        case .failure(let error): attempt = .failed(error)
        case nil: attempt = deadline < end ? .failed(.timedOut) : .late
        }
        progress.note(type(of: source).kind, attempt, since: start)
        if case .failed(let error) = attempt, let defect = error.defect { throw defect }
        return attempt
    }

    private func keep(_ content: SourceContent) {
        guard staleFor > 0 else { return }
        lastGood.keep(.init(content: content, loadedAt: context.now), to: .init(part, context))
    }

    private func serveLastGood(_ progress: inout PartProgress) async throws(Defect) -> Bool {
        guard staleFor > 0 else { return false }
        let oldest = context.now - staleFor
        guard let last = lastGood.answer(to: .init(part, context), since: oldest) else { return false }
        let content = await onOffer(last.content)
        guard !content.isEmpty else { return false }
        progress.content = content
        progress.age = Int(max(0, context.now - last.loadedAt))
        try progress.state.become(.stale)
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
