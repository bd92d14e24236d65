import Bytes
import Catalogue
import Foundation
import Observability

extension GorseClient {
    private enum BatchOutcome {
        case empty, acknowledged, rejected, failed
    }

    /// Sends user events to the service in batches, the oldest first, and acknowledges each batch in the store, until the
    /// task is cancelled.
    ///
    /// A batch that was sent and not acknowledged is sent again; `PUT` makes that harmless.
    package func sendFeedback(from store: any CatalogueStore) async {
        // Makes the store name the users who are forgotten from now on, since the service may know them.
        while !Task.isCancelled, (try? await store.acknowledge(through: 0)) == nil {
            await sleep(options.feedbackDelay)
        }
        var batchSize = options.feedbackBatchSize
        var delay = options.feedbackDelay
        while !Task.isCancelled {
            switch await sendBatch(of: batchSize, from: store) {
            case .acknowledged:
                batchSize = options.feedbackBatchSize
                delay = options.feedbackDelay
            case .rejected:
                // Some event is invalid: smaller batches isolate it.
                batchSize = max(1, batchSize / 2)
            case .empty:
                delay = options.feedbackDelay
                await sleep(delay)
            case .failed:
                await sleep(delay)
                delay = min(options.maxFeedbackDelay, delay * 2)
            }
        }
    }

    private func sendBatch(of count: Int, from store: any CatalogueStore) async -> BatchOutcome {
        do {
            // Read the position each time: another Hearth over the same database may have sent some.
            let next = try await store.events(after: store.acknowledgedPosition(), limit: count)
            guard let first = next.first else { return .empty }
            // A user's deletion is sent alone, so that it comes after the feedback before it.
            let batch = first.isDeletion ? [first] : Array(next.prefix { !$0.isDeletion })
            guard let last = batch.last else { return .empty }
            // The service does not know users who were erased.
            let events = batch.filter { $0.user != .erased }
            guard !events.isEmpty else {
                try await store.acknowledge(through: last.position)
                return .acknowledged
            }
            // The service deletes a user's feedback with the user.
            let status =
                first.isDeletion
                ? try await send(.delete, "user/\(first.user.rawValue.urlComponent)")
                : try await send(.put, "feedback", body: Self.body(of: events))
            if (200..<300).contains(status) {
                try await store.acknowledge(through: last.position)
                metrics[FeedbackOutcome.acknowledged].increment(by: events.count)
                return .acknowledged
            }
            // 400, 413 and 422 are caused by the batch; after any other status a retry may succeed.
            guard [400, 413, 422].contains(status) else { return .failed }
            guard batch.count == 1 else { return .rejected }
            try await store.acknowledge(through: last.position)
            metrics[FeedbackOutcome.refused].increment()
            return .acknowledged
        } catch {
            return .failed
        }
    }

    private func sleep(_ duration: Duration) async {
        try? await clock.sleep(until: clock.now + duration, tolerance: nil)
    }

    // MARK: Encoding

    /// Feedback as Gorse reads it: `[{"FeedbackType", "ItemId", "Timestamp", "UserId", "Value"}, …]`. The item of a
    /// search is `search:` and a hash of the search.
    private struct Feedback: Encodable {
        let FeedbackType: String
        let UserId: String
        let ItemId: String
        let Value = 1.0
        let Timestamp: String

        init?(_ event: UserEvent) {
            UserId = event.user.rawValue
            Timestamp = Date(timeIntervalSince1970: Double(event.at.seconds)).ISO8601Format()
            switch event.action {
            case .opened(let item, _) where !item.isCard:
                FeedbackType = "open"
                ItemId = item.description
            case .searched(let search):
                FeedbackType = "search"
                ItemId = "search:\(Revision { $0.combine(bytes: search.packed.span) })"
            default: return nil
            }
        }
    }

    private static func body(of events: [UserEvent]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: the values are strings and a finite number.
        return String(decoding: (try? encoder.encode(events.compactMap(Feedback.init))) ?? Data(), as: UTF8.self)
    }
}

extension UserEvent {
    fileprivate var isDeletion: Bool { action.isForgotten && user != .erased }
}
