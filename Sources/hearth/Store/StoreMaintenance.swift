import Catalogue
import Foundation
import Observability
import SQLiteStore

/// Checks the store's file regularly, independent of requests.
struct StoreFileMonitor: Sendable {
    let store: SQLiteStore
    let path: String
    let health: StoreHealth

    private static let interval = Duration.milliseconds(500)
    /// The first bytes of an SQLite file: <https://www.sqlite.org/fileformat.html>.
    private static let header = Data("SQLite format 3\0".utf8)

    /// Returns when the file was replaced by another store and did not change between two checks, so that a copy in
    /// progress is not opened. Returns early if the task is cancelled.
    func waitForReplacement() async {
        var last: FileStatus?
        while !Task.isCancelled {
            let failure = store.checkFile()
            health.noteFileCheck(failure)
            if failure?.cause == .replaced {
                await store.detachFromPath()
                let status = FileStatus(at: path)
                if status == last, isStore { return }
                last = status
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    private var isStore: Bool {
        guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)) else { return false }
        return (try? file.read(upToCount: Self.header.count)) == Self.header
    }
}

/// Deletes expired events, at the start and then every hour.
struct EventRetention: Sendable {
    let store: any CatalogueStore
    /// How long events are kept, in days.
    let days: Int
    let telemetry: Telemetry

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
            telemetry.note(.deleteEvents, ContinuousClock.now - start, nil)
            guard count > 0 else { return }
            telemetry.log.event(.info, "Old events deleted", ["count": .integer(count), "days": .integer(days)])
        } catch {
            telemetry.note(.deleteEvents, ContinuousClock.now - start, error)
        }
    }
}
