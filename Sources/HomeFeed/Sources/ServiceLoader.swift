import Bytes
import Catalogue
import Recommendations
import Synchronization

/// The recommendation service's results for the sources of one home.
struct ServiceOutcomes: Sendable {
    /// The items, best first, and how many seconds ago they were ranked; `nil` for now.
    typealias Ranking = (items: [CatalogueItem.ID], age: Int?)

    typealias Call = (result: Result<Ranking, SourceError>, duration: Duration)

    fileprivate var calls: [ObjectIdentifier: Call] = [:]

    /// No service was called: the embedded engine ranks.
    static let none = ServiceOutcomes()

    subscript(source: WidgetSource) -> Call? { calls.isEmpty ? nil : calls[ObjectIdentifier(source)] }
}

/// Calls a recommendation service for all sources of a home at the same time.
final class ServiceLoader: Sendable {
    /// The language and the widget make no difference.
    private struct Key: Hashable {
        let user: UserID?
        let search: UserSearch?
        let place: Coordinate?
        let kinds: [String]
        let filter: ItemFilter
    }

    /// The most results that are kept; one of ten items is about 1 KB.
    private static let capacity = 10_000

    private let service: any RecommendationService
    /// The last results, for when the service fails, and when they were ranked.
    private let last = Mutex(LRUCache<Key, (ranked: [CatalogueItem.ID], time: Instant)>(capacity: capacity))

    init(service: any RecommendationService) {
        self.service = service
    }

    /// Each source requests as many items as the widgets up to its own show, so that enough remain after deduplication.
    func outcomes(
        for widgets: [WidgetPlan],
        _ context: FeedContext,
        shownCount: Int,
        by deadline: ContinuousClock.Instant
    ) async -> ServiceOutcomes {
        // Without the user record the sources fail, so that no result is used.
        if context.unread != nil { return .none }
        return await withTaskGroup(of: (ObjectIdentifier, ServiceOutcomes.Call).self) { group in
            var count = shownCount
            for widget in widgets.map(\.config) {
                count += widget.limit
                for source in widget.sources where source.source.usesService {
                    group.addImmediateTask { [count] in
                        let start = ContinuousClock.now
                        let result = await ranking(for: source, context, count: count, by: deadline)
                        return (ObjectIdentifier(source), (result, ContinuousClock.now - start))
                    }
                }
            }
            return await group.reduce(into: ServiceOutcomes()) { $0.calls[$1.0] = $1.1 }
        }
    }

    private func ranking(
        for source: WidgetSource,
        _ context: FeedContext,
        count: Int,
        by homeDeadline: ContinuousClock.Instant
    ) async -> Result<ServiceOutcomes.Ranking, SourceError> {
        guard let query = source.source.recommendationQuery(context) else { return .success(([], age: nil)) }
        let deadline = source.policy.deadline.map { ContinuousClock.now + $0 } ?? homeDeadline
        let request = RecommendationRequest(
            user: context.user,
            query: query,
            snapshot: context.snapshot,
            now: context.now,
            count: count
        )
        let key = Key(
            user: context.user,
            search: context.record.lastSearch,
            place: context.place,
            kinds: query.kinds,
            filter: query.filter
        )
        let result = await result(by: min(deadline, homeDeadline)) {
            [service] () async throws(RecommendationError) in
            try await service.recommendations(for: request)
        }
        let maxStale = source.policy.maxStale
        if case .success(let ranked)? = result {
            if maxStale > 0 { last.withLock { $0.insert((ranked, context.now), for: key) } }
            return .success((ranked, age: nil))
        }
        let oldest = context.now - maxStale
        if maxStale > 0, let (ranked, time) = last.withLock({ $0.value(for: key) }), time >= oldest {
            return .success((ranked, age: Int(max(0, context.now.seconds(since: time)))))
        }
        if case .failure(let error)? = result { return .failure(.recommendations(error)) }
        return .failure(deadline < homeDeadline ? .timedOut : .late)
    }
}
