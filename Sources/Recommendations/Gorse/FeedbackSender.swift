import Catalogue
import Observability

/// Sends the events of users to the service, independently of requests: batch by batch, the oldest first, each acknowledged in the
/// store once the service has it. A batch that was sent and not acknowledged is sent again, which changes nothing there (`PUT`).
package struct FeedbackSender: Sendable {
    private let service: GorseService
    private let store: any CatalogueStore

    /// Sends the events of `store` to `service`.
    package init(to service: GorseService, from store: any CatalogueStore) {
        self.service = service
        self.store = store
    }

    private enum Outcome {
        case nothing, acknowledged, refused, failed
    }

    /// Runs until the task is cancelled.
    package func run() async {
        let limits = service.limits
        var batch = limits.feedbackBatch
        var pause = limits.feedbackPause
        while !Task.isCancelled {
            switch await pump(batch) {
            case .acknowledged:
                batch = limits.feedbackBatch
                pause = limits.feedbackPause
            case .refused:
                // The service takes some event of the batch for invalid; smaller batches keep the others apart from it.
                batch = max(1, batch / 2)
            case .nothing:
                pause = limits.feedbackPause
                try? await sleep(pause)
            case .failed:
                try? await sleep(pause)
                pause = min(limits.longestFeedbackPause, pause * 2)
            }
        }
    }

    private func sleep(_ duration: Duration) async throws {
        try await service.clock.sleep(until: service.clock.now + duration, tolerance: nil)
    }

    private func pump(_ count: Int) async -> Outcome {
        do {
            // Read each time: another Hearth over the same database may have sent some.
            let events = try await store.events(after: store.acknowledgedPosition(), limit: count)
            guard let last = events.last else { return .nothing }
            let status = try await service.put(feedback: FeedbackBody.bytes(events))
            if (200..<300).contains(status) {
                try await store.acknowledge(through: last.position)
                service.metrics[FeedbackOutcome.acknowledged].increment(by: UInt64(events.count))
                return .acknowledged
            }
            // 400, 413 and 422 are about the batch; after any other status it may be taken the next time.
            guard [400, 413, 422].contains(status) else { return .failed }
            guard events.count == 1 else { return .refused }
            try await store.acknowledge(through: last.position)
            service.metrics[FeedbackOutcome.refused].increment()
            return .acknowledged
        } catch {
            return .failed
        }
    }
}
