import Catalogue
import Glibc

/// Deletes users' events that are older than they are kept, at the start and then once an hour.
struct EventRetention: Sendable {
    let store: any CatalogueStore
    /// How many days events are kept.
    let days: Int
    let instruments: Telemetry

    private static let interval = Duration.seconds(60 * 60)
    private static let secondsPerDay: Int64 = 24 * 60 * 60

    /// Runs until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await deleteOldEvents()
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func deleteOldEvents() async {
        let start = ContinuousClock.now
        do {
            let count = try await store.deleteEvents(before: Int64(time(nil)) - Int64(days) * Self.secondsPerDay)
            instruments.note(.deleteEvents, ContinuousClock.now - start, nil)
            instruments.note(deletedEvents: count, olderThan: days)
        } catch {
            instruments.note(.deleteEvents, ContinuousClock.now - start, error)
        }
    }
}
