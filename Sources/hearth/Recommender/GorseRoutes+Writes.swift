import Catalogue
import Glibc
import HTTPServer
import HomeFeed
import Observability
import Recommendations

extension GorseRoutes {
    /// Appends openings to the store, in the order of their times. After an error of the store some may be stored.
    func receiveFeedback(_ request: Request) async throws(GorseError) -> Response {
        let events = try GorseFeedback.read(request.body, at: Int64(time(nil)))
        guard !isFromOwnStore(request) else {
            received[FeedbackReceipt.ownStore.rawValue].increment(by: UInt64(events.count))
            return Self.rowsAffected(0)
        }
        let openings = events.filter { $0.type == FeedbackType.open.rawValue }
        received[FeedbackReceipt.otherType.rawValue].increment(by: UInt64(events.count - openings.count))
        var stored = 0
        for opening in openings.sorted(by: { $0.at < $1.at }) {
            do throws(StoreError) {
                let batch = EventBatch([.opened(opening.item)], at: opening.at)
                let outcome = try await store.append(batch, by: opening.user, at: opening.at)
                let isStored = outcome.unknownItems.isEmpty
                received[isStored ? FeedbackReceipt.stored.rawValue : FeedbackReceipt.unknownItem.rawValue].increment()
                if isStored { stored += 1 }
            } catch {
                throw GorseError(error)
            }
        }
        return Self.rowsAffected(stored)
    }

    /// Forgets a user in the store.
    func deleteUser(_ request: Request) async throws(GorseError) -> Response {
        let user = try UserID(gorse: request.parameter("user-id"), "user-id")
        guard !isFromOwnStore(request) else { return Self.rowsAffected(0) }
        do {
            let isKnown = try await store.state(of: user) != .empty
            try await store.forget(user)
            return Self.rowsAffected(isKnown ? 1 : 0)
        } catch {
            throw GorseError(error)
        }
    }

    /// Whether the store has the request's events and deletions already.
    private func isFromOwnStore(_ request: Request) -> Bool {
        request.field(FeedbackOrigin.field.lowercased()) == FeedbackOrigin(store).description
    }

    private static func rowsAffected(_ count: Int) -> Response {
        json { $0.object { $0.member("RowAffected", count) } }
    }
}
