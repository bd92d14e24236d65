import Catalogue
import Foundation
import Observability

extension Recorder {
    /// Changes of users are at all database servers after this time, in seconds.
    private static let settlingTime: TimeInterval = 60

    /// Deletes old recordings, and those of users that another server has forgotten. Each user is a job of its own, so
    /// that homes are written in between.
    func deleteExpired(_ store: any CatalogueStore) async {
        let oldest = Date(timeIntervalSinceNow: -TimeInterval(flags.days) * 86_400)
        do {
            try await perform { try $0.deleteRecordings(of: nil, before: oldest) }
            for user in try await perform({ try $0.users() }) {
                try await perform { try $0.deleteRecordings(of: user, before: oldest) }
                if try await isForgotten(user, store) { try await erase(user) }
            }
        } catch {
            let reason = (error as? StoreError).map { "\($0)" } ?? error.systemReason
            log.event(.error, "Recordings not checked", ["reason": reason])
        }
    }

    /// Whether the store has lost the state that was recorded. A user who has come back has a lesser revision.
    private func isForgotten(_ user: UserID, _ store: any CatalogueStore) async throws -> Bool {
        let settled = Date(timeIntervalSinceNow: -Self.settlingTime)
        let recorded = try await perform { try $0.greatestRevision(of: user, before: settled) }
        if recorded == 0 { return false }
        let state = try await store.state(of: user)
        // The counts alone expire, too.
        return state == .empty || state.counts.revision > 0 && state.counts.revision < recorded
    }
}
