import Catalogue
import Foundation
import Observability
import SQLiteStore

/// Checks the store regularly, independent of requests: a file always, and reads and writes while they fail.
struct StoreMonitor: Sendable {
    let store: any CatalogueStore
    let location: StoreLocation
    let health: StoreHealth

    private static let interval = Duration.milliseconds(500)
    /// The first bytes of an SQLite file: <https://www.sqlite.org/fileformat.html>.
    private static let header = Data("SQLite format 3\0".utf8)

    /// Returns when the file was replaced by another store and did not change between two checks, so that a copy in
    /// progress is not opened. Returns early if the task is cancelled.
    func waitForReplacement() async {
        var last: FileStatus?
        while !Task.isCancelled {
            let file = store as? SQLiteStore
            if let failure = file?.checkFile() {
                health.recordCheck(failure)
                if failure.cause == .replaced, case .file(let path) = location {
                    await file?.detachFromPath()
                    let status = FileStatus(at: path)
                    if status == last, isStore(path) { return }
                    last = status
                }
            } else if health.isFailing || !store.acceptsReads || !store.acceptsWrites {
                await check()
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func check() async {
        do throws(StoreError) {
            // Has no record.
            _ = try await store.state(of: .erased)
            health.record(.readUser, nil)
        } catch {
            health.record(.readUser, error)
        }
        do throws(StoreError) {
            try await store.confirmWrites()
            health.recordCheck(nil)
        } catch {
            if let failure = error.failure { health.recordCheck(failure) }
        }
    }

    private func isStore(_ path: String) -> Bool {
        guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)) else { return false }
        return (try? file.read(upToCount: Self.header.count)) == Self.header
    }
}

/// Deletes what was kept of users for long enough, at the start and then every hour.
struct Retention: Sendable {
    let store: any CatalogueStore
    let recorder: Recorder?
    let config: ServedConfig
    let telemetry: Telemetry

    private static let interval = Duration.seconds(60 * 60)

    func run() async {
        while !Task.isCancelled {
            for history in RetainedData.allCases { await delete(history) }
            await recorder?.deleteExpired(store)
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func delete(_ history: RetainedData) async {
        let period = config.current.retention.seconds(of: history)
        let count = try? await telemetry.measure(.deleteHistory) { () throws(StoreError) in
            try await store.delete(history, before: .now() - period)
        }
        guard let count, count > 0 else { return }
        telemetry.log.event(
            .info,
            "Expired history deleted",
            ["history": history.rawValue, "count": count, "seconds": Int(period)]
        )
    }
}
