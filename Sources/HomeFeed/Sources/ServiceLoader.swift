import Bytes
import Catalogue
import HomeDocument
import Recommendations
import Synchronization

/// The answers of the recommendation service for the sources of one home.
struct ServiceResults: Sendable {
    /// A source of a widget.
    struct Key: Hashable, Sendable {
        let widget: ObjectIdentifier
        let source: Int

        init(_ widget: WidgetConfig, _ source: Int) {
            self.widget = ObjectIdentifier(widget)
            self.source = source
        }
    }

    /// What a service has answered to one source.
    enum Answer: Sendable {
        /// The items, the best first, and how many seconds ago they were ranked; `nil` for now.
        case ranked([CatalogueItem.ID], age: Int?)
        /// It failed, or was not done by the source's deadline.
        case failed(SourceError)
        /// It was not done when the home had to be sent.
        case late
    }

    fileprivate(set) var byKey: [Key: (answer: Answer, duration: Duration)] = [:]

    /// No service was asked: the embedded engine ranks.
    static let none = ServiceResults()

    subscript(widget: WidgetConfig, source: Int) -> (answer: Answer, duration: Duration)? {
        byKey.isEmpty ? nil : byKey[Key(widget, source)]
    }
}

/// Asks a recommendation service for all sources of a home at the same time.
struct ServiceLoader: Sendable {
    let service: any RecommendationService
    let lastRanked: LastServiceResults

    /// Whether any of the widgets has a question to a service.
    static func isNeeded(by widgets: [WidgetConfig]) -> Bool {
        widgets.contains { $0.sources.contains { type(of: $0.source).asksService } }
    }

    /// Asks for the sources of the widgets. Each is asked for as many items as the widgets up to its own show, so that enough are left
    /// where those show some of them.
    /// - Parameters:
    ///   - shownCount: How many items the client shows already.
    ///   - end: When the home has to be sent.
    func answers(
        for widgets: [WidgetConfig],
        _ context: FeedContext,
        shownCount: Int,
        by end: ContinuousClock.Instant
    ) async -> ServiceResults {
        await withTaskGroup(of: (ServiceResults.Key, ServiceResults.Answer, Duration).self) { group in
            var count = shownCount
            for widget in widgets {
                count += widget.limit
                for (index, source) in widget.sources.enumerated() where type(of: source.source).asksService {
                    // Without the user's record the source fails, whatever the service says.
                    if context.unread != nil { continue }
                    let key = ServiceResults.Key(widget, index)
                    group.addImmediateTask { [count] in
                        let start = ContinuousClock.now
                        let answer = await self.answer(to: source, context, count: count, by: end)
                        return (key, answer, ContinuousClock.now - start)
                    }
                }
            }
            return await group.reduce(into: ServiceResults()) { $0.byKey[$1.0] = ($1.1, $1.2) }
        }
    }

    private func answer(
        to source: WidgetSource,
        _ context: FeedContext,
        count: Int,
        by end: ContinuousClock.Instant
    ) async -> ServiceResults.Answer {
        guard let query = source.source.question(context) else { return .ranked([], age: nil) }
        let deadline = source.policy.deadline.map { ContinuousClock.now + $0 } ?? end
        let request = RecommendationRequest(
            user: context.user,
            query: query,
            snapshot: context.snapshot,
            now: context.now,
            count: count
        )
        let question = LastServiceResults.Question(
            user: context.user,
            search: context.record.lastSearch,
            place: context.place,
            kinds: query.kinds,
            filter: query.filter
        )
        let service = service
        switch await outcome(
            by: min(deadline, end),
            of: { () async throws(RecommendationError) in try await service.recommendations(for: request) }
        ) {
        case .success(let ranked):
            if source.policy.maxStale > 0 { lastRanked.keep(ranked, at: context.now, for: question) }
            return .ranked(ranked, age: nil)
        case .failure(let error):
            return stale(question, source, context) ?? .failed(.recommendations(error))
        case nil:
            return stale(question, source, context) ?? (deadline < end ? .failed(.timedOut) : .late)
        }
    }

    private func stale(
        _ question: LastServiceResults.Question,
        _ source: WidgetSource,
        _ context: FeedContext
    ) -> ServiceResults.Answer? {
        guard source.policy.maxStale > 0 else { return nil }
        guard let last = lastRanked.answer(to: question, since: context.now - source.policy.maxStale) else {
            return nil
        }
        return .ranked(last.ranked, age: Int(max(0, context.now - last.at)))
    }
}

/// The last answers of a recommendation service, for when it fails.
final class LastServiceResults: Sendable {
    /// A question: items of these kinds that meet the filter, for this user, last search and place. The home's language and the widget
    /// make no difference.
    struct Question: Hashable, Sendable {
        let user: UserID?
        let search: UserSearch?
        let place: Coordinate?
        let kinds: [String]
        let filter: ItemFilter
    }

    /// An answer, and when it was given, in Unix seconds (UTC).
    struct Answer: Sendable {
        let ranked: [CatalogueItem.ID]
        let at: Int64
    }

    /// The most answers that are kept; one of ten items is about 1 KB.
    static let capacity = 10_000

    private let answers = Mutex(LRUCache<Question, Answer>(capacity: LastServiceResults.capacity))

    /// Keeps the answer to `question` in place of the one before.
    func keep(_ ranked: [CatalogueItem.ID], at now: Int64, for question: Question) {
        answers.withLock { $0.insert(Answer(ranked: ranked, at: now), for: question) }
    }

    /// The last answer to `question`, if it was given at `oldest` or later.
    func answer(to question: Question, since oldest: Int64) -> Answer? {
        guard let answer = answers.withLock({ $0.value(for: question) }), answer.at >= oldest else { return nil }
        return answer
    }
}
