package import Catalogue
internal import Recommendations

/// Brings what users did from the store to the service, off every request's path: batch by batch, the oldest first, each
/// acknowledged in the store once the service has it. What was sent and not acknowledged is sent again, which changes
/// nothing there (`PUT`).
package struct FeedbackPump: Sendable {
    private let service: GorseService
    private let store: any PropertyStore

    /// Brings the feedback of `store` to `service`.
    package init(to service: GorseService, from store: any PropertyStore) {
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
                // Something in it is not what the service takes; the others are not to suffer for it.
                batch = max(1, batch / 2)
            case .nothing:
                pause = limits.feedbackPause
                await wait(pause)
            case .failed:
                await wait(pause)
                pause = min(limits.longestFeedbackPause, pause * 2)
            }
        }
    }

    private func pump(_ count: Int) async -> Outcome {
        do {
            let feedback = try await store.feedback(limit: count)
            service.observer.lostFeedback(Int(try await store.lostFeedback()))
            guard let last = feedback.last else { return .nothing }
            let status = try await service.put(feedback: FeedbackBody.bytes(feedback))
            if (200..<300).contains(status) {
                try await store.acknowledgeFeedback(through: last.position)
                service.observer.feedback(.acknowledged, feedback.count)
                return .acknowledged
            }
            // 400, 413 and 422 are about what was sent; anything else may be otherwise the next time.
            guard [400, 413, 422].contains(status) else { return .failed }
            guard feedback.count == 1 else { return .refused }
            try await store.acknowledgeFeedback(through: last.position)
            service.observer.feedback(.refused, 1)
            return .acknowledged
        } catch {
            return .failed
        }
    }

    private func wait(_ time: Duration) async {
        let waiter = Waiter<Void>()
        service.timekeeper.call(at: service.timekeeper.now + time) { waiter.finish(.success(())) }
        _ = await waiter.outcome()
    }
}
