import Catalogue
import EventLoop
import Observability

extension Telemetry {
    /// Takes note of a report of the catalogue's updater.
    func note(_ report: SnapshotUpdater.Report) {
        switch report {
        case .loading(let items):
            log.event(.info, "Loading the catalogue", ["items": .integer(items)])
            StandardErrorMessage.line("Loading: \(items) items")
        case .loaded(let snapshot, let duration):
            noteSnapshot("load", duration)
            note(.readItems, duration, nil)
            noteLoaded(snapshot, duration)
        case .updated(_, let duration):
            noteSnapshot("update", duration)
            note(.readChanges, duration, nil)
        case .storeFailed(let error):
            noteFailure("store")
            note(.readItems, nil, error)
        case .memoryFailed(let error):
            noteFailure("memory")
            log.event(.error, "Catalogue too large", ["reason": .string(error.explanation)])
            StandardErrorMessage.line("The catalogue cannot be loaded: \(error.explanation)")
        }
    }

    private func noteSnapshot(_ operation: String, _ duration: Duration) {
        metrics.catalogueDurations[operation].observe(nanoseconds: duration.nanoseconds)
    }

    private func noteFailure(_ cause: String) {
        metrics.catalogueFailures[cause].increment()
    }

    private func noteLoaded(_ snapshot: CatalogueSnapshot, _ duration: Duration) {
        log.event(
            .info,
            "Loaded the catalogue",
            [
                "items": .integer(snapshot.count), "bytes": .integer(snapshot.memory),
                "version": .integer(Int(snapshot.version.number)),
                "milliseconds": .integer(duration.nanoseconds / 1_000_000),
            ]
        )
        let tenths = duration.nanoseconds / 100_000_000
        StandardErrorMessage.line(
            "Loaded \(snapshot.count) items in \(tenths / 10).\(tenths % 10) s (\(snapshot.memory.megabytes))"
        )
        let mismatches = snapshot.mismatchedValues
        guard mismatches > 0 else { return }
        log.event(.warning, "Attribute values left out", ["count": .integer(mismatches)])
        StandardErrorMessage.line(
            "\(mismatches) attribute values are left out, since they do not match their attribute's type"
        )
    }

    /// Takes note, in the log, that events were deleted, where any were.
    func note(deletedEvents count: Int, olderThan days: Int) {
        guard count > 0 else { return }
        log.event(.info, "Deleted old events", ["count": .integer(count), "days": .integer(days)])
    }
}

extension CatalogueMemoryError {
    /// The cause and what to do, for the operator.
    var explanation: String {
        switch self {
        case .full(let needed, let limit):
            "its items need \(needed) bytes (\(needed.megabytes)), and --max-catalogue-memory is \(limit) "
                + "(\(limit.megabytes))"
        case .reservation(let size):
            "the system has no address space of \(size) bytes (\(size.megabytes)); lower --max-catalogue-memory"
        }
    }
}

extension Int {
    /// A number of bytes in whole megabytes, rounded up: `35 MB`.
    fileprivate var megabytes: String { "\((self + 999_999) / 1_000_000) MB" }
}
