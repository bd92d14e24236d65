import Bytes
import Catalogue
import Recommendations
import Synchronization

/// The recommendation service's results for the sources of one home, by their ``WidgetSource``; empty if no service was
/// called, so that the embedded engine ranks.
typealias ServiceOutcomes = [ObjectIdentifier: ServiceOutcome]

struct ServiceOutcome: Sendable {
    /// The items, best first, and how many seconds ago they were ranked; `nil` for now.
    typealias Ranking = (items: [CatalogueItem.ID], age: Int?)

    let result: Result<Ranking, SourceError>
    let duration: Duration
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
        if context.unread != nil { return [:] }
        return await withTaskGroup(of: (ObjectIdentifier, ServiceOutcome).self) { group in
            var count = shownCount
            for widget in widgets.map(\.config) {
                count += widget.limit
                for source in widget.sources {
                    guard let query = (source.source as? RecommendationsSource)?.query(context) else { continue }
                    group.addImmediateTask { [count] in
                        let start = ContinuousClock.now
                        let result = await ranking(for: query, source.policy, context, count: count, by: deadline)
                        let outcome = ServiceOutcome(result: result, duration: ContinuousClock.now - start)
                        return (ObjectIdentifier(source), outcome)
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private func ranking(
        for query: RecommendationQuery,
        _ policy: SourcePolicy,
        _ context: FeedContext,
        count: Int,
        by homeDeadline: ContinuousClock.Instant
    ) async -> Result<ServiceOutcome.Ranking, SourceError> {
        let deadline = policy.deadline.map { ContinuousClock.now + $0 } ?? homeDeadline
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
        let maxStale = policy.maxStale
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
