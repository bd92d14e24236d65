import Synchronization

@testable import Recommendations

/// The reports of updaters, without those of operations that succeeded.
final class UpdaterReports: Sendable {
    private let texts = Mutex<[String]>([])

    func append(_ report: InteractionUpdater.Report) {
        let text: String
        switch report {
        case .learning(let events): text = "learning \(events)"
        case .learned(let openings, _): text = "learned \(openings)"
        case .restored(let openings, _): text = "restored \(openings)"
        case .checkpointIgnored(let error): text = "ignored: \(error.reason)"
        case .checkpointWritten: text = "written"
        case .restarted(let cause): text = "restarted: \(cause.rawValue)"
        case .operation(let operation, _, let error?): text = "\(operation) failed: \(error)"
        case .operation(_, _, nil): return
        }
        texts.withLock { $0.append(text) }
    }

    var all: [String] { texts.withLock { $0 } }
}
