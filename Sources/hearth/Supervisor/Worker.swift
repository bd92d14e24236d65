import Foundation
import HTTPServer
import Processes

/// A worker, as its supervisor knows it.
final class Worker {
    enum Role {
        /// It serves, or is about to where none does.
        case serves
        /// It is to take the place of the one that serves, once it can.
        case succeeds
        /// It finishes what it has begun.
        case leaves
    }

    let process: pid_t
    var role: Role
    /// Of the config that it serves with, or is about to.
    let record: ConfigRecord
    /// Whether the config is read anew, and not from the record.
    let readsAnew: Bool
    /// What it has read of the config, by its own account.
    private(set) var files: [WatchedFile] = []
    /// Why it cannot serve with the config, by its own account, or because it has taken too long.
    private(set) var refused: RefusedConfig?
    /// Since when it has served; `nil` where it does not yet.
    private(set) var servesSince: ContinuousClock.Instant?
    /// When it will have had time enough for what is expected of it: to serve, or to leave.
    private(set) var limit: ContinuousClock.Instant?
    /// Closed once there is nothing more to say.
    private var lifeline: Lifeline?

    /// The signals that are the supervisor's to heed, wherever they are sent: to a terminal's or a service's processes all
    /// together, or to the supervisor alone.
    static let foreignSignals = [SIGTERM, SIGINT, SIGHUP]

    /// Starts the program anew, with `words` as the flags of its `serve`.
    /// - Parameters:
    ///   - kept: the config to serve with; where there is none, the one on the disk.
    ///   - time: how long it may take until it serves.
    init(
        _ role: Role,
        on listeners: Listeners,
        kept: ConfigRecord?,
        words: [String],
        within time: Duration
    ) throws(Failure) {
        let (ours, theirs) = try Lifeline.pair()
        record = if let kept { kept } else { try ConfigRecord() }
        readsAnew = kept == nil
        let inherited =
            ["--lifeline=\(theirs.descriptor)", "--\(ConfigRecord.flag.name)=\(record.descriptor)"] + listeners.words
        do {
            process = try spawn(
                [CommandLine.arguments[0], WorkerCommand.name] + inherited + words,
                keeping: listeners.descriptors + [theirs.descriptor, record.descriptor],
                blocking: Self.foreignSignals
            )
        } catch {
            throw Failure("no worker can be started: \(systemMessage(error.code))")
        }
        self.role = role
        limit = .now + time
        lifeline = ours
    }

    /// What it may say something on.
    var awaited: Int32? { servesSince == nil ? lifeline?.descriptor : nil }

    /// Whether it is not known yet what becomes of the config on the disk.
    var isReading: Bool { readsAnew && servesSince == nil }

    /// Listens to what it has said since this was last asked.
    /// - Returns: whether that was, that it serves.
    func hasBegunToServe() -> Bool {
        guard servesSince == nil, let lifeline else { return false }
        while true {
            switch lifeline.hear(waits: false) {
            case .word(.serves):
                servesSince = .now
                limit = nil
                return true
            case .word(.read(let file)):
                files.append(file)
            case .word(.refused(let config)):
                refused = config
            case .word(.leave):
                continue
            case .silence:
                return false
            case .end:
                self.lifeline = nil
                return false
            }
        }
    }

    /// Tells it that a config newer than its own is not served.
    func tell(_ config: RefusedConfig) {
        lifeline?.say(.refused(config), waits: false)
    }

    /// Lets it finish what it has begun, and end.
    func dismiss(within time: Duration) {
        role = .leaves
        limit = .now + time
        lifeline?.say(.leave, waits: false)
        lifeline = nil
    }

    /// Ends it, since it has not begun to serve in time.
    func giveUp(after time: Duration) {
        refused = refused ?? RefusedConfig(["the new worker did not serve within \(time.components.seconds) s"])
        kill()
    }

    /// Ends it at once.
    func kill() {
        limit = nil
        // It is a child that nobody has waited for, so that the number is still its own.
        Foundation.kill(process, SIGKILL)
    }
}
