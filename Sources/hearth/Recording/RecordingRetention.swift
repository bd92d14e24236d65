import Catalogue
import Foundation
import Observability

/// Deletes old recordings, and those of users that another server has forgotten, at the start and then every hour.
struct RecordingRetention: Sendable {
    let recorder: Recorder
    let store: any CatalogueStore
    let days: Int
    let log: Log

    private static let interval = Duration.seconds(60 * 60)
    /// Changes of users are at all database servers after this time, in seconds.
    private static let settlingTime: TimeInterval = 60

    func run() async {
        while !Task.isCancelled {
            do {
                try await check()
            } catch {
                let reason = (error as? StoreError).map { "\($0)" } ?? error.systemReason
                log.event(.error, "Recordings not checked", ["reason": .string(reason)])
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Each user is a job of its own, so that homes are written in between.
    private func check() async throws {
        let oldest = Date(timeIntervalSinceNow: -TimeInterval(days) * 86_400)
        try await recorder.perform { try $0.deleteRecordings(of: nil, before: oldest) }
        for user in try await recorder.perform({ try $0.users() }) {
            try await recorder.perform { try $0.deleteRecordings(of: user, before: oldest) }
            if try await isForgotten(user) { try await recorder.erase(user) }
        }
    }

    /// Whether the store has lost the state that was recorded. A user who has come back has a lesser revision.
    private func isForgotten(_ user: UserID) async throws -> Bool {
        let settled = Date(timeIntervalSinceNow: -Self.settlingTime)
        let recorded = try await recorder.perform { try $0.greatestRevision(of: user, before: settled) }
        if recorded == 0 { return false }
        let state = try await store.state(of: user)
        // The counts alone expire, too.
        return state == .empty || state.counts.revision > 0 && state.counts.revision < recorded
    }
}
